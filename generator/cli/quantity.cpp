#include "cli/quantity.hpp"

#include <fmt/format.h>

namespace limbsmith::cli {

std::string quantity(double value, std::string_view unit) {
    constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
    int prefix = 0;
    for (; value >= 999.5 && prefix < 4; ++prefix) value /= 1000;
    return fmt::format("{:.3g} {}{}", value, prefixes[prefix], unit);
}

std::string duration(double seconds) {
    if (seconds < 999.5e-6) return fmt::format("{:.3g} us", 1e6 * seconds);
    return seconds < 0.9995 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

}  // namespace limbsmith::cli
