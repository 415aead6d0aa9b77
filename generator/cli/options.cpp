#include "cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "cli/operand.hpp"
#include "cli/progress.hpp"
#include "eval/words.hpp"
#include "plan/field.hpp"
#include "spec/digits.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {

void SpecOptions::add_to(CLI::App& command) {
    command
        .add_option("--bits", bits,
                    fmt::format("width of the numbers, 1 to {} bits; over several lanes (--map) up to {}, "
                                "with --map grid up to {}",
                                max_bits, max_block_bits, max_grid_bits))
        ->type_name("N");
    command
        .add_option(
            "--modulus", modulus,
            "compute modulo this number: decimal, 0x..., an expression with + - * / ^ ** ( ), or a name such "
            "as "
            "@secp256k1.p (`limbsmith list`); with --bits, `runtime`: an odd modulus given at run time")
        ->type_name("M");
    command
        .add_option(
            "--radix", radix,
            fmt::format(
                "compute with numbers in signed digits to this radix, 3 to {}, such as 10, 10^9 or 2^30; "
                "with --digits",
                SignedDigits::largest_radix))
        ->type_name("Q");
    command
        .add_option(
            "--digits", digits,
            fmt::format("with --radix: the digits of a number, 1 to {}; over several lanes (--map) up to {}",
                        max_digits, max_block_digits))
        ->type_name("N");
    command
        .add_option("--digit-bound", digit_bound,
                    "with --radix: digits go from -D to D; floor(Q/2) + 1 (the default) to Q - 1")
        ->type_name("D");
    command
        .add_option("--reduction", reduction,
                    "with --modulus: auto (the cheapest that is proved), montgomery, special, barrett")
        ->type_name("REDUCTION")
        ->capture_default_str();
    command.add_option("--inverse", inverse, "with --modulus: auto (the cheaper one), divsteps, fermat")
        ->type_name("INVERSE")
        ->capture_default_str();
    command
        .add_option_function<std::string>(
            "--map", [this](const std::string& text) { map = parse_mapping(text); },
            "threads that compute a number together: thread (one), tpi:2 to tpi:32 (lanes of a "
            "warp), tensor (a warp, with products on tensor cores), block or "
            "block:64 to block:1024 (the threads of a block), grid (all of the GPU), auto")
        ->type_name("MAPPING")
        ->default_str(to_string(map));
    command
        .add_option(
            "--mul", mul,
            "multiplication: auto, schoolbook, rows, karatsuba[:LEVELS]; over several threads auto, rows, "
            "transform")
        ->type_name("ALGORITHM")
        ->capture_default_str();
}

void SpecOptions::add_expression(CLI::App& command) {
    command
        .add_option("--expr", expr,
                    "an expression with + - * ( ), constants and constant powers (** or ^) in place of an "
                    "operation, such as '(a*a+b)*(b**3-7)+a*b'; one function computes it modulo "
                    "2^(32*limbs) or --modulus; operands are passed in the alphabetical order of their "
                    "names")
        ->type_name("EXPRESSION");
}

std::string SpecOptions::operation(const std::string& op) const {
    if (op.empty() && !expr)
        throw usage_error("--op is missing: name an operation (see `limbsmith list`), or give an --expr");
    if (!op.empty() && expr) throw usage_error("--op and --expr exclude each other");
    return expr ? "expr" : op;
}

void SpecOptions::add_batch(CLI::App& command) {
    command
        .add_option_function<std::string>(
            "--batch",
            [this](const std::string& text) {
                batch = std::max<uint64_t>(parse_natural(text, 64, "--batch"), 1);
            },
            "how many numbers a batch has: `--map auto` takes the mapping that is fastest for so many "
            "(`limbsmith explain`); default: any number of them")
        ->type_name("COUNT");
}

Spec SpecOptions::spec(const std::string& ops, Style style, const std::optional<std::string>& name) const {
    const auto settle = [this](const Modulus& modulus, MulChoice mul, const std::string& all) {
        if (use != Use::shown && reduction != "auto") return parse_reduction(reduction, modulus).value();
        if (use == Use::compared && session::is_free_of_form(modulus, all))
            return plan::cheapest_reduction(modulus);
        const Progress progress("choosing a reduction that is proved");
        return engine::settled_reduction(modulus, mul, all);
    };
    return Request::spec(ops, style, name, settle);
}

void FormatOptions::add_layout(CLI::App& command) {
    command
        .add_option("--layout", layout,
                    "order of the limbs in .bin files: number-major or limb-major (coalesced)")
        ->type_name("LAYOUT")
        ->capture_default_str();
}

void FormatOptions::add_radix(CLI::App& command) {
    command.add_flag("--decimal", decimal, "write text in decimal instead of 0x...");
}

void FormatOptions::add_numbers(CLI::App& command) {
    command.add_flag(
        "--signed", is_signed,
        "numbers are from -2^(w-1) to 2^(w-1) - 1, in two's complement over w = 32*ceil(bits/32) "
        "bits: of slt, sshr, smul, and where the limbs are the same as without a sign (sub, neg, "
        "cneg, and_, or_, xor_, not_, shl, select, cswap, eq, is_zero, --expr); legendre");
    command.add_flag("--packed", packed,
                     "several results as one number, the first + 2^(32*limbs)*(the second) and so on");
    command.add_flag("--reduce-inputs", reduce_inputs,
                     "operands are any integers: reduced modulo N, or modulo the m of their line (mod_add, "
                     "mod_sub, mod_neg), or else modulo 2^bits; not moduli, exponents, counts, conditions");
}

void FormatOptions::add_range(CLI::App& command) {
    command.add_option("--skip", skip, "leave out so many numbers at the beginning of each file")
        ->type_name("COUNT")
        ->capture_default_str();
    command.add_option("--count", count, "compute so many numbers at most")->type_name("COUNT");
}

LineRange FormatOptions::parsed_range() const {
    constexpr int bits = 48;  // their bytes are counted, too
    LineRange range{parse_natural(skip, bits, "--skip")};
    if (count) range.count = parse_natural(*count, bits, "--count");
    return range;
}

runtime::Layout FormatOptions::parsed_layout() const {
    if (layout == "number-major") return runtime::Layout::number_major;
    if (layout == "limb-major") return runtime::Layout::limb_major;
    throw usage_error(fmt::format("unknown layout '{}'{} (number-major, limb-major)", layout,
                                  suggestion(layout, {"number-major", "limb-major"})));
}

namespace {

// `1.5e6` as 15*10^5. Other texts, and such that are no integers, are left as they are.
std::string without_exponent(const std::string& text) {
    static const std::regex decimal(R"((\d{1,30})(?:\.(\d{1,30}))?[eE]\+?(\d{1,3}))");
    std::smatch parts;
    if (!std::regex_match(text, parts, decimal)) return text;
    std::string fraction = parts[2];
    fraction.erase(fraction.find_last_not_of('0') + 1);
    const int exponent = std::stoi(parts[3]) - static_cast<int>(fraction.size());
    return exponent < 0 ? text : fmt::format("{}{}*10^{}", parts[1].str(), fraction, exponent);
}

}  // namespace

uint64_t parse_natural(const std::string& text, int bits, const char* option) {
    const mpz_class value = parse_value(without_exponent(text), bits, option);
    const std::vector<uint32_t> words = eval::to_words(value, 2);
    return uint64_t{words[1]} << limb_bits | words[0];
}

}  // namespace limbsmith::cli
