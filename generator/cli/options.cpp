#include "cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "catalogue/catalogue.hpp"
#include "catalogue/lanes.hpp"
#include "cli/grid.hpp"
#include "cli/operand.hpp"
#include "cli/progress.hpp"
#include "engine/reduction.hpp"
#include "eval/words.hpp"
#include "plan/mapping.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/modulus_expression.hpp"
#include "spec/namespaces.hpp"
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
        .add_option("--reduction", reduction,
                    "with --modulus: auto (the cheapest that is proved), montgomery, special, barrett")
        ->type_name("REDUCTION")
        ->capture_default_str();
    command.add_option("--inverse", inverse, "with --modulus: auto (the cheaper one), divsteps, fermat")
        ->type_name("INVERSE")
        ->capture_default_str();
    command
        .add_option("--map", map,
                    "threads that compute a number together: thread (one), tpi:2 to tpi:32 (lanes of a "
                    "warp), block or "
                    "block:64 to block:1024 (the threads of a block), grid (all of the GPU), auto")
        ->type_name("MAPPING")
        ->capture_default_str();
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
                    "in place of an operation an expression with + - * ( ), constants and constant powers "
                    "(** or ^), by one "
                    "function, modulo 2^(32*limbs) or --modulus, such as '(a*a+b)*(b**3-7)+a*b'; the "
                    "operands are its names "
                    "in alphabetical order")
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
        .add_option("--batch", batch,
                    "numbers in a batch: `--map auto` takes the mapping that is fastest for as many "
                    "(`limbsmith explain`); default: any number of them")
        ->type_name("COUNT");
}

uint64_t SpecOptions::batch_size() const {
    return batch.empty() ? plan::any_batch : std::max<uint64_t>(parse_natural(batch, 64, "--batch"), 1);
}

namespace {

// The mapping for products by transforms, where it is left open.
const char* with_transforms(Width width) {
    return width.bits > most_bits_of_rows && width.bits <= most_bits_of_warp ? "tpi:32" : "block";
}

}  // namespace

Width SpecOptions::width() const {
    if (reduction != "auto") throw usage_error("--reduction goes with --modulus");
    if (inverse != "auto") throw usage_error("--inverse goes with --modulus");
    if (bits.empty()) {
        throw usage_error(
            "--bits is missing: give the width of the numbers, such as --bits 131, or a --modulus");
    }
    if (map == "grid") return mapped(parse_width(bits, max_grid_bits), map);
    try {
        const Width width = parse_width(bits, max_block_bits);
        return mapped(width, map == "auto" && mul == "transform" ? with_transforms(width) : map);
    } catch (const Error& error) {
        const bool has_two_widths = bits.find('x') != bits.npos;
        if (error.code() != Exit::unsupported || map != "auto" || has_two_widths) throw;
        throw unsupported(
            fmt::format("{}. `run`, `check`, `random`, `explain` and `verify` have numbers of up to {} bits, "
                        "`generate --map "
                        "grid` prints the kernels",
                        error.what(), max_grid_bits));
    }
}

Modulus SpecOptions::parsed_modulus() const {
    if (modulus == "runtime") {
        if (bits.empty()) throw usage_error("--modulus runtime needs --bits, the width of the moduli");
        const Width width = parse_width(bits, max_lanes * max_lane_bits);
        const Modulus of_width =
            Modulus::at_run_time(map == "auto" ? plan::fastest_mapping(width.bits, batch_size())
                                               : without_block(mapped(width, map)));
        parse_reduction(reduction, of_width);  // validates the option
        return of_width;
    }
    const Modulus parsed = mapped_modulus(parse_modulus_expression(modulus), map);
    if (parsed.width().lanes > 1 && (reduction == "special" || reduction == "barrett"))
        throw unsupported(fmt::format(
            "--reduction {} is not supported with --map {}; the nearest is --reduction montgomery", reduction,
            mapping(parsed.width())));
    if (parsed.width().lanes > 1 && inverse == "fermat")
        throw unsupported(
            fmt::format("--inverse fermat is not supported with --map {}; the nearest is --inverse divsteps",
                        mapping(parsed.width())));
    if (!bits.empty() && parse_width(bits, max_lanes * max_lane_bits).bits != parsed.bits()) {
        throw usage_error(fmt::format("--bits {} does not fit the modulus, which has {}; leave it out", bits,
                                      counted(parsed.bits(), "bit")));
    }
    parse_reduction(reduction, parsed);  // validates the option
    parse_inverse(inverse, parsed);      // likewise
    return parsed;
}

namespace {

// Takes a block for each number if it has all of the operations.
void take_block(const std::string& ops, Spec& spec) {
    Spec block = spec;
    block.width = mapped(spec.width, spec.width.bits <= most_bits_of_warp ? "tpi:32" : "block");
    try {
        catalogue::parse_operations(ops, block);
    } catch (const Error&) {
        return;
    }
    if (ops.find("all") == std::string::npos) spec.width = block.width;
}

}  // namespace

Spec SpecOptions::spec(const std::string& ops, Style style, const std::optional<std::string>& name) const {
    batch_size();  // validates the option, whether or not it is needed
    if (name) parse_name(*name);
    Spec spec = Spec::of(number_width());
    spec.style = style;
    spec.mul = algorithm();
    if (spec.width.lanes > 1 && style == Style::macro)
        throw unsupported(
            fmt::format("--style macro is not supported with --map {}; the nearest is --style inline",
                        mapping(spec.width)));
    if (has_modulus()) spec.modulus = parsed_modulus();
    catalogue::require_lane_products(spec);
    if (has_modulus()) {
        // before a search that may take seconds
        for (const std::string_view word : split(ops))
            if (word != "all") catalogue::operation(catalogue::Domain::modular, word);
        // without white space, so that no newline ends the comment that quotes it
        spec.expression = modulus;
        std::erase_if(spec.expression, [](unsigned char c) { return std::isspace(c) != 0; });
        const Reduction automatic = [&] {
            const Progress progress("choosing a reduction that is proved");
            return engine::settled_reduction(*spec.modulus, spec.mul, ops);
        }();
        spec.reduction = parse_reduction(reduction, *spec.modulus).value_or(automatic);
        spec.is_automatic = spec.reduction == automatic;
        spec.inverse = parse_inverse(inverse, *spec.modulus);
    }
    if (expr)
        spec.fused = parse_fused(*expr, has_modulus() ? Fused::Numbers::residues : Fused::Numbers::whole);
    const std::string list = spec.fused && ops == "all" ? "expr" : ops;
    if (map == "auto" && !has_modulus() && spec.width.bits > most_bits_of_rows && spec.mul == MulChoice())
        take_block(list, spec);
    spec.ops = catalogue::parse_operations(list, spec);
    spec.name = name ? parse_name(*name) : default_name(spec);
    if (name && style == Style::macro) {
        if (spec.name != file_stem(spec.name))
            throw usage_error(fmt::format("--name {}: macros have no namespaces; the nearest is --name {}",
                                          spec.name, file_stem(spec.name)));
        spec.prefix = spec.name + "_";
    }
    return spec;
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
