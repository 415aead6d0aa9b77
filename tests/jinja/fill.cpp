// fill COMPILED MODEL: prints a compiled template filled with a model, both JSON.
#include <fstream>
#include <iostream>

#include "jinja/frame.hpp"
#include "spec/error.hpp"

int main(int, char** arguments) try {
    std::ifstream compiled(arguments[1]), values(arguments[2]);
    const auto statements = limbsmith::jinja::Json::parse(compiled),
               model = limbsmith::jinja::Json::parse(values);
    limbsmith::jinja::Frame frame;
    for (const auto& [key, value] : model.items()) frame.values[key] = limbsmith::jinja::borrowed(value);
    std::string out;
    print(statements, frame, out);
    std::cout << out;
} catch (const limbsmith::Error& error) {
    std::cerr << error.what() << "\n";
    return static_cast<int>(error.code());
}
