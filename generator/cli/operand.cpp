#include "cli/operand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.hpp"
#include "eval/words.hpp"
#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"
#include "spec/width.hpp"

namespace limbsmith::cli {

using runtime::Numbers;

mpz_class parse_value(const std::string& expression, int bits, const std::string& what) {
    const mpz_class value = parse_modulus_expression(expression, what);
    const auto refuse = [&](const std::string& why) {
        throw usage_error(fmt::format("{}: {} {}", what, runtime::shortened(expression), why));
    };
    if (value < 0) refuse("is negative");
    if (value >> static_cast<mp_bitcnt_t>(bits) != 0)
        refuse(fmt::format("is too wide for {}", counted(bits, "bit")));
    return value;
}

Numbers read_operand(const std::string& argument, int bits, runtime::Layout layout) {
    if (is_value(argument)) {
        const mpz_class value =
            parse_value(argument.substr(1), bits, "operand " + runtime::shortened(argument));
        Numbers one((bits + limb_bits - 1) / limb_bits, 1);
        one.words = eval::to_words(value, one.limbs);
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

std::string place_of(const std::string& argument, const Numbers& numbers, size_t k) {
    return is_value(argument) ? fmt::format("operand {} (line {})", runtime::shortened(argument), k + 1)
                              : fmt::format("{}:{}", argument, numbers.line(k));
}

}  // namespace limbsmith::cli
