#include "cli/operand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.hpp"
#include "spec/width.hpp"

namespace limbsmith::cli {

using runtime::Numbers;

Numbers read_operand(const std::string& argument, int bits, runtime::Layout layout) {
    if (is_value(argument)) {
        Numbers one((bits + limb_bits - 1) / limb_bits, 1);
        runtime::parse_number(argument.substr(1), bits, "operand " + runtime::shortened(argument),
                              one.words.data());
        return one;
    }
    Progress progress("reading " + argument);
    return runtime::read_numbers(argument, bits, layout, [&](double done) { progress.report(done); });
}

Numbers repeated(const Numbers& one, size_t count) {
    Numbers many(one.limbs, count);
    for (int i = 0; i < one.limbs; ++i) std::fill_n(many.words.begin() + i * count, count, one.words[i]);
    return many;
}

std::string place(const std::string& argument, size_t k) {
    return is_value(argument) ? fmt::format("operand {} (line {})", runtime::shortened(argument), k + 1)
                              : fmt::format("{}:{}", argument, k + 1);
}

}  // namespace limbsmith::cli
