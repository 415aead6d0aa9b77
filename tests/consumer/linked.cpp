// Prints results of a static library, and whether its kernels were linked.
#include <cstdio>
#include <string>

std::string twice(const std::string& number);
bool has_kernels();

int main() {
    std::printf("%s %s\n", twice("1000000000000000000000").c_str(), has_kernels() ? "kernels" : "host");
}
