// The component grid: the square of a number, or without a GPU the error that says so.
#include <cstdio>
#include <limbsmith/grid.hpp>
#include <limbsmith/session.hpp>

int main() {
    try {
        const limbsmith::Session s;
        auto big = s.grid();
        const auto x = from_decimal(big, "340282366920938463463374607431768211455");
        const auto r = big.make(2 * x.length, 1);
        big.multiply(r, x, x, 1);
        std::printf("%s\n", to_decimal(big, r).c_str());
    } catch (const limbsmith::runtime::NoDevice& error) {
        std::printf("%s\n", error.what());
    }
}
