#include "session/request.hpp"

#include <fmt/format.h>

#include <cctype>

#include "catalogue/catalogue.hpp"
#include "catalogue/lanes.hpp"
#include "plan/field.hpp"
#include "spec/digits.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/modulus_expression.hpp"
#include "spec/namespaces.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::session {
namespace {

// The meaning of a batch of the operation, as text; empty where this reduction does not have it.
std::string meaning_by(const Modulus& modulus, Reduction reduction, const catalogue::Operation& operation) {
    const Spec spec = Spec::modulo(modulus, reduction);
    if (!catalogue::why_not(operation, spec).empty()) return {};
    const ir::Program meaning = catalogue::meaning(operation, spec);
    std::string text = to_string(*meaning.contract.left) + " = " + to_string(*meaning.contract.right);
    for (const ir::Input& it : meaning.inputs) text += fmt::format(" {} {}", it.name, it.words.size());
    for (const ir::Output& it : meaning.outputs) text += fmt::format(" {} {}", it.name, it.words.size());
    return text;
}

// The mapping for products by transforms, where it is left open.
Mapping with_transforms(Width width) {
    return width.bits > most_bits_of_rows && width.bits <= most_bits_of_warp ? Mapping::warp
                                                                             : Mapping::block();
}

}  // namespace

SignedDigits Request::parsed_digits() const {
    if (has_modulus() || !bits.empty()) {
        const auto& [option, value] = !radix.empty()    ? std::pair("--radix", radix)
                                      : !digits.empty() ? std::pair("--digits", digits)
                                                        : std::pair("--digit-bound", digit_bound);
        throw usage_error(fmt::format(
            "{} {} and {} {} exclude each other: numbers in signed digits have --radix and "
            "--digits, and no other width",
            option, value, has_modulus() ? "--modulus" : "--bits", has_modulus() ? modulus : bits));
    }
    if (expr)
        throw unsupported("--expr is not supported with --radix; the nearest is an operation, such as add");
    if (mul != "auto") throw unsupported("--mul is not supported with --radix; the nearest is --mul auto");
    return parse_digits(radix, digits, digit_bound);
}

Width Request::width() const {
    if (reduction != "auto") throw usage_error("--reduction goes with --modulus");
    if (inverse != "auto") throw usage_error("--inverse goes with --modulus");
    if (has_digits()) {
        const SignedDigits of = parsed_digits();
        return Spec::in_digits(of, mapped(of, map)).width;
    }
    if (bits.empty()) {
        throw usage_error(
            "--bits is missing: give the width of the numbers, such as --bits 131, or a --modulus");
    }
    if (map.is_grid()) return mapped(parse_width(bits, max_grid_bits), map);
    try {
        const Width width = parse_width(bits, max_block_bits);
        return mapped(width, map.is_automatic() && mul == "transform" ? with_transforms(width) : map);
    } catch (const Error& error) {
        const bool has_two_widths = bits.find('x') != bits.npos;
        if (error.code() != Exit::unsupported || !map.is_automatic() || has_two_widths) throw;
        throw unsupported(
            fmt::format("{}. `run`, `check`, `random`, `explain` and `verify` have numbers of up to {} bits, "
                        "`generate --map "
                        "grid` prints the kernels",
                        error.what(), max_grid_bits));
    }
}

Modulus Request::parsed_modulus() const {
    if (has_digits()) parsed_digits();  // refuses a modulus
    if (modulus == "runtime") {
        if (bits.empty()) throw usage_error("--modulus runtime needs --bits, the width of the moduli");
        const Width width = parse_width(bits, max_lanes * max_lane_bits);
        const Modulus of_width = Modulus::at_run_time(
            map.is_automatic() ? Width{width.bits, choice::fastest_mapping(width.bits, batch)}
                               : with_residues(mapped(width, map)));
        parse_reduction(reduction, of_width);  // validates the option
        return of_width;
    }
    const Modulus parsed = mapped_modulus(parse_modulus_expression(modulus), map);
    if (parsed.width().mapping.is_group() && (reduction == "special" || reduction == "barrett"))
        throw unsupported(fmt::format(
            "--reduction {} is not supported with --map {}; the nearest is --reduction montgomery", reduction,
            to_string(parsed.width().mapping)));
    if (parsed.width().mapping.is_group() && inverse == "fermat")
        throw unsupported(
            fmt::format("--inverse fermat is not supported with --map {}; the nearest is --inverse divsteps",
                        to_string(parsed.width().mapping)));
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
    block.width = mapped(spec.width, spec.width.bits <= most_bits_of_warp ? Mapping::warp : Mapping::block());
    try {
        catalogue::parse_operations(ops, block);
    } catch (const Error&) {
        return;
    }
    if (ops.find("all") == std::string::npos) spec.width = block.width;
}

std::optional<choice::ByMatrices> by_matrices(std::string_view operation, bool is_modular) {
    using choice::ByMatrices;
    if (is_modular) {
        if (operation == "pow" || operation == "pow_secret") return ByMatrices::power;
        return std::nullopt;
    }
    for (const char* product : {"mul", "mul_hi", "smul"})
        if (operation == product) return ByMatrices::product;
    if (operation == "sqr") return ByMatrices::square;
    if (operation == "mul_lo" || operation == "expr") return ByMatrices::low_product;
    return std::nullopt;
}

// Takes tensor cores if all of the operations are faster on them. The number of limbs stays.
void take_tensor_cores(const std::string& ops, uint64_t batch, Spec& spec) {
    if (spec.has_digits() || spec.mul != MulChoice()) return;
    const bool is_modular = spec.modulus.has_value();
    if (is_modular && (spec.fused || !spec.modulus->is_odd() || spec.width.bits > max_tensor_power_bits))
        return;
    for (const std::string_view operation : split(ops)) {
        const auto kind = by_matrices(operation, is_modular);
        if (!kind || !choice::is_tensor_faster(*kind, spec.width.bits, batch)) return;
    }
    spec.width = mapped(spec.width, Mapping::tensor());
    if (is_modular)
        spec.modulus = spec.modulus->is_known() ? mapped_modulus(spec.modulus->n(), Mapping::tensor())
                                                : Modulus::at_run_time(spec.width);
}

}  // namespace

Spec Request::spec(const std::string& ops, Style style, const std::optional<std::string>& name,
                   const Settle& settle) const {
    if (name) parse_name(*name);
    Spec spec = Spec::of(number_width());
    spec.style = style;
    spec.mul = algorithm();
    if (spec.width.mapping.is_group() && style == Style::macro)
        throw unsupported(
            fmt::format("--style macro is not supported with --map {}; the nearest is --style inline",
                        to_string(spec.width.mapping)));
    if (has_modulus()) spec.modulus = parsed_modulus();
    if (has_digits()) {
        spec.digits = parsed_digits();
        if (style == Style::macro)
            throw unsupported("--style macro is not supported with --radix; the nearest is --style inline");
    }
    catalogue::require_lane_products(spec);
    if (has_modulus()) {
        // before a search that may take seconds
        for (const std::string_view word : split(ops))
            if (word != "all") catalogue::operation(NumberSystem::residues(), word);
        // without white space, so that no newline ends the comment that quotes it
        spec.expression = modulus;
        std::erase_if(spec.expression, [](unsigned char c) { return std::isspace(c) != 0; });
        const Reduction automatic = settle(*spec.modulus, spec.mul, ops);
        spec.reduction = parse_reduction(reduction, *spec.modulus).value_or(automatic);
        spec.is_automatic = spec.reduction == automatic;
        spec.inverse = parse_inverse(inverse, *spec.modulus);
    }
    if (expr)
        spec.fused = parse_fused(*expr, has_modulus() ? Fused::Numbers::residues : Fused::Numbers::whole);
    const std::string list = spec.fused && ops == "all" ? "expr" : ops;
    if (map.is_automatic() && !has_modulus() && !has_digits() && spec.width.bits > most_bits_of_rows &&
        spec.mul == MulChoice())
        take_block(list, spec);
    if (prefers_tensor_cores) take_tensor_cores(list, batch, spec);
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

bool is_free_of_form(const Modulus& modulus, const std::string& operation) {
    if (!modulus.is_known() || operation == "expr") return modulus.is_known();
    const catalogue::Operation& of = catalogue::operation(NumberSystem::residues(), operation);
    const std::string by_barrett = meaning_by(modulus, Reduction::barrett, of);
    const Reduction other = modulus.is_odd() ? Reduction::montgomery : plan::cheapest_reduction(modulus);
    return !by_barrett.empty() && by_barrett == meaning_by(modulus, other, of);
}

}  // namespace limbsmith::session
