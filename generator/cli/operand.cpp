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
    const mpz_class value = parse_modulus_expression(expression, what, std::max(bits, max_modulus_bits));
    const auto refuse = [&](const std::string& why) {
        throw usage_error(fmt::format("{}: {} {}", what, runtime::shortened(expression), why));
    };
    if (value < 0) refuse("is negative");
    if (value >> static_cast<mp_bitcnt_t>(bits) != 0)
        refuse(fmt::format("is too wide for {}", counted(bits, "bit")));
    return value;
}

Numbers read_operand(const std::string& argument, runtime::Form form, runtime::Layout layout) {
    if (is_value(argument)) {
        const std::string value = argument.substr(1), what = "operand " + runtime::shortened(argument);
        Numbers one((form.bits + limb_bits - 1) / limb_bits, 1);
        one.words = form.is_bytes ? runtime::parse_number(value, form, what)
                                  : eval::to_words(parse_value(value, form.bits, what), one.limbs);
        return one;
    }
    Progress progress("reading " + argument);
    return runtime::read_numbers(argument, form, layout, [&](double done) { progress.report(done); });
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
