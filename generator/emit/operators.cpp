#include "emit/operators.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace limbsmith::emit {
namespace {

struct Sign {
    const char *sign, *function;
};

constexpr Sign of_two[] = {{"+", "add"},  {"-", "sub"}, {"*", "mul"},
                           {"&", "and_"}, {"|", "or_"}, {"^", "xor_"}};
constexpr Sign of_one[] = {{"-", "neg"}, {"~", "not_"}};
constexpr Sign shifts[] = {{"<<", "shl"}, {">>", "shr"}};

// The operation of the function, or nullptr if the header has none without a modulus object.
const Json* find(const Json& operations, const char* function) {
    const auto found = std::ranges::find_if(operations, [&](const Json& operation) {
        return operation["name"] == function && !operation["is_runtime"].get<bool>();
    });
    return found == operations.end() ? nullptr : &*found;
}

class Operators {
  public:
    Operators(const Json& operations, const std::string& number) : operations_(operations), number_(number) {}

    // Adds the operator and, if the result has the type of the numbers, its compound assignment.
    void add_with_assignment(const Sign& of, const std::string& second) {
        const Json* operation = find(operations_, of.function);
        if (!operation) return;
        const std::string result = (*operation)["outputs"][0]["type"];
        const std::string value = fmt::format("{}(a, {})", of.function, second.substr(second.rfind(' ') + 1));
        add(result, of.sign, fmt::format("const {}& a, {}", number_, second), value);
        if (result == number_)
            add(number_ + "&", fmt::format("{}=", of.sign), fmt::format("{}& a, {}", number_, second),
                "a = " + value);
    }
    void add_unary(const Sign& of) {
        if (find(operations_, of.function))
            add(number_, of.sign, fmt::format("const {}& a", number_), fmt::format("{}(a)", of.function));
    }
    void add_comparisons(const char* function, std::initializer_list<Sign> values) {
        if (!find(operations_, function)) return;
        for (const Sign& value : values)
            add("bool", value.sign, fmt::format("const {0}& a, const {0}& b", number_), value.function);
    }

    Json all = Json::array();

  private:
    void add(const std::string& result, const std::string& sign, const std::string& parameters,
             const std::string& value) {
        all.push_back({{"result", result}, {"sign", sign}, {"parameters", parameters}, {"value", value}});
    }

    const Json& operations_;
    const std::string& number_;
};

}  // namespace

Json operators_model(const Json& operations, const std::string& number) {
    Operators operators(operations, number);
    for (const Sign& of : of_two) operators.add_with_assignment(of, fmt::format("const {}& b", number));
    for (const Sign& of : of_one) operators.add_unary(of);
    for (const Sign& of : shifts) operators.add_with_assignment(of, "uint32_t count");
    operators.add_comparisons("compare", {{"==", "compare(a, b) == 0"},
                                          {"!=", "compare(a, b) != 0"},
                                          {"<", "compare(a, b) >> 31 != 0"},
                                          {">", "compare(b, a) >> 31 != 0"},
                                          {"<=", "compare(b, a) >> 31 == 0"},
                                          {">=", "compare(a, b) >> 31 == 0"}});
    operators.add_comparisons("eq", {{"==", "eq(a, b) != 0"}, {"!=", "eq(a, b) == 0"}});
    operators.add_comparisons(
        "lt",
        {{"<", "lt(a, b) != 0"}, {">", "lt(b, a) != 0"}, {"<=", "lt(b, a) == 0"}, {">=", "lt(a, b) == 0"}});
    return operators.all;
}

}  // namespace limbsmith::emit
