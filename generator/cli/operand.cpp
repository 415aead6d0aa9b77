#include "cli/operand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
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

namespace {

std::string name_of(const std::string& argument) { return "operand " + runtime::shortened(argument); }
mpz_class value_of(const std::string& argument, const runtime::Form& form) {
    return parse_modulus_expression(argument.substr(1), name_of(argument),
                                    std::max(form.bits, max_modulus_bits));
}

// The number of `=VALUE` as each of so many lines reduces it.
Numbers value_of_lines(const std::string& argument, const runtime::Form& form, size_t count) {
    const mpz_class value = value_of(argument, form);
    Numbers all(form.limbs(), count);
    for (size_t k = 0; k < count; ++k) {
        const std::vector<uint32_t> limbs = runtime::words_of(value, form, name_of(argument), k);
        for (size_t i = 0; i < limbs.size(); ++i) all.words[i * count + k] = limbs[i];
    }
    return all;
}

}  // namespace

Numbers read_operand(const std::string& argument, const runtime::Form& form, runtime::Layout layout) {
    if (is_value(argument)) {
        Numbers one(form.limbs(), 1);
        one.words = form.is_bytes ? runtime::parse_number(argument.substr(1), form, name_of(argument))
                                  : runtime::words_of(value_of(argument, form), form, name_of(argument));
        return one;
    }
    Progress progress("reading " + argument);
    return runtime::read_numbers(argument, form, layout, [&](double done) { progress.report(done); });
}

std::vector<Numbers> read_operands(const std::string& operation, std::vector<Operand> operands,
                                   const std::vector<std::string>& arguments, runtime::Layout layout) {
    if (arguments.size() != operands.size()) {
        std::string names;
        for (const Operand& it : operands) names += " " + it.name;
        throw usage_error(fmt::format("{} takes {}:{}; {} given", operation,
                                      counted(operands.size(), "operand"), names, arguments.size()));
    }
    if (std::ranges::count(arguments, "-") > 1)
        throw usage_error("standard input can be only one of the operands");
    std::vector<Numbers> all(operands.size());
    std::optional<size_t> longest;  // an operand that is a file and so sets the count
    const auto read = [&](size_t i) {
        all[i] = read_operand(arguments[i], operands[i].form, layout);
        if (is_value(arguments[i])) return;
        if (longest && all[*longest].count != all[i].count)
            throw runtime::InputError(fmt::format("files of different lengths: {} has {}, {} has {}",
                                                  arguments[*longest], counted(all[*longest].count, "number"),
                                                  arguments[i], all[i].count));
        longest = i;
    };
    for (size_t i = 0; i < operands.size(); ++i)
        if (!operands[i].modulo) read(i);
    for (size_t i = 0; i < operands.size(); ++i) {
        if (!operands[i].modulo) continue;
        const Numbers& moduli = all[*operands[i].modulo];
        const bool is_same = is_value(arguments[*operands[i].modulo]);
        operands[i].form.reduce = [&moduli, is_same](mpz_class& number, size_t k) {
            if (!is_same && k >= moduli.count) return;  // the files have different lengths
            const mpz_class modulus = eval::from_words(moduli.number(is_same ? 0 : k));
            if (modulus != 0) mpz_mod(number.get_mpz_t(), number.get_mpz_t(), modulus.get_mpz_t());
        };
        if (is_value(arguments[i]) && !is_same)
            all[i] = value_of_lines(arguments[i], operands[i].form, moduli.count);
        else
            read(i);
    }
    const size_t count = longest ? all[*longest].count : 1;
    for (size_t i = 0; i < all.size(); ++i)
        if (is_value(arguments[i]) && all[i].count != count) all[i] = repeated(all[i], count);
    return all;
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
