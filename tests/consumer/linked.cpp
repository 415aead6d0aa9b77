// Prints results of a static library, and whether its kernels were linked.
#include <cstdio>
#include <string>

std::string twice(const std::string& number);
std::string twice_over_lanes(const std::string& number);
bool has_kernels();

int main() {
    const std::string number = "1" + std::string(600, '0');
    std::printf("%s %s %s\n", twice("1000000000000000000000").c_str(), twice_over_lanes(number).c_str(),
                has_kernels() ? "kernels" : "host");
}
