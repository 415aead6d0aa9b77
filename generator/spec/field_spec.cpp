#include "spec/field_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"

namespace limbsmith {
namespace {

using enum FieldOp;

const std::vector<FieldOpInfo> table = {
    {add, "add", "sum", {}},
    {sub, "sub", "difference", {}},
    {neg, "neg", "negative", {}},
    {dbl, "dbl", "double", {}},
    {halve, "halve", "half", {}},
    {mul, "mul", "product", {}},
    {sqr, "sqr", "square", {}},
    {mul_small, "mul_small", "product with a 32-bit number", {}},
    {mul_add2, "mul_add2", "a*b + c*d with one reduction", {}},
    {mul_sub2, "mul_sub2", "a*b - c*d with one reduction", {}},
    {mul_add3, "mul_add3", "a*b + c*d + e*f with one reduction (on request)", {}},
    {mul_add4, "mul_add4", "a sum of 4 products with one reduction (on request)", {}},
    {mul_add6, "mul_add6", "a sum of 6 products with one reduction (on request)", {}},
    {mul_add8, "mul_add8", "a sum of 8 products with one reduction (on request)", {}},
    {mul_wide, "mul_wide", "product without reduction", {}},
    {reduce, "reduce", "reduction of a wide number", {}},
    {to_elem, "to_elem", "from a canonical residue to what the arithmetic works on", {}},
    {to_plain, "to_plain", "and back", {}},
    {is_canonical, "is_canonical", "1 if a plain number is below N, else 0", {}},
    {eq, "eq", "1 if equal, else 0", {}},
    {is_zero, "is_zero", "1 if zero, else 0", {}},
    {select, "select", "one of two by a condition, without a branch", {}},
    {add_lazy, "add_lazy", "sum without reduction, where the limbs have room", {}},
    {sub_lazy, "sub_lazy", "difference plus a multiple of N, without reduction", {}},
    {mul_lazy, "mul_lazy", "product below 2N of numbers below K*N", {}},
    {sqr_lazy, "sqr_lazy", "square below 2N of a number below K*N", {}},
    {normalize, "normalize", "from a lazy number back to a residue below N", {}},
    {n0inv, "n0inv", "-N^-1 mod 2^32 of a modulus given at run time", {}},
    {from_bytes, "from_bytes", "from little-endian bytes, with a check", {is_canonical}},
    {to_bytes, "to_bytes", "to little-endian bytes", {}},
    {pow, "pow", "power; pow_secret takes the same steps for every exponent", {mul, sqr, select}},
    {inv, "inv", "inverse, and whether there is one; without a branch", {}},
    {batch_inv, "batch_inv", "many inverses, for the price of one if the modulus is prime", {inv}},
    {legendre, "legendre", "Legendre symbol: 1, -1 or 0", {mul, sqr, eq, is_zero}},
    {sqrt, "sqrt", "square root, if there is one", {mul, sqr, eq, select}},
};

bool is_lazy(FieldOp op) { return op >= add_lazy && op <= normalize; }
bool is_on_request(FieldOp op) { return op >= mul_add3 && op <= mul_add8; }
bool is_of_primes(FieldOp op) { return op == legendre || op == sqrt; }

// Why the modulus does not have the operation; empty if it does.
std::string why_not(FieldOp op, const Modulus& modulus, Reduction reduction) {
    if (is_of_primes(op) && !modulus.is_known()) return "needs a prime modulus that is known";
    if (is_of_primes(op) && !modulus.is_prime()) return "needs a prime modulus, and this one is composite";
    if (is_of_primes(op) && !modulus.is_odd()) return "needs an odd prime modulus";
    if (op == halve && !modulus.is_odd()) return "needs an odd modulus: 2 has no inverse modulo an even one";
    if (op == n0inv && modulus.is_known()) return "belongs to a modulus given at run time";
    if (is_lazy(op) && lazy_limit(modulus, reduction) < 2) {
        return fmt::format("needs spare bits above the modulus, and its {} bits leave too few",
                           modulus.bits());
    }
    return {};
}

std::vector<FieldOp> all_of(const Modulus& modulus, Reduction reduction) {
    std::vector<FieldOp> ops;
    for (const FieldOpInfo& info : table) {
        if (!is_on_request(info.op) && why_not(info.op, modulus, reduction).empty()) ops.push_back(info.op);
    }
    return ops;
}

std::vector<FieldOp> sorted(std::vector<FieldOp> ops) {
    std::ranges::sort(ops);
    ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
    return ops;
}

const FieldOpInfo& info_of(FieldOp op) { return *std::ranges::find(table, op, &FieldOpInfo::op); }

}  // namespace

std::span<const FieldOpInfo> field_operations() { return table; }

std::string_view name(FieldOp op) { return info_of(op).name; }

FieldOp parse_field_operation(std::string_view name) {
    const auto found = std::ranges::find(table, name, &FieldOpInfo::name);
    if (found != table.end()) return found->op;
    if (name.empty())
        throw usage_error("an operation is missing in the list (`limbsmith list` names them all)");
    std::vector<std::string> names;
    for (const FieldOpInfo& info : table) names.emplace_back(info.name);
    throw usage_error(fmt::format("no operation '{}' modulo a number{} (`limbsmith list` names them all)",
                                  name, suggestion(name, names)));
}

std::vector<FieldOp> parse_field_operations(std::string_view list, const Modulus& modulus,
                                            Reduction reduction) {
    std::vector<FieldOp> ops;
    for (const std::string_view word : split(list)) {
        if (word == "all") {
            const std::vector<FieldOp> all = all_of(modulus, reduction);
            ops.insert(ops.end(), all.begin(), all.end());
            continue;
        }
        ops.push_back(parse_field_operation(word));
        const std::string why = why_not(ops.back(), modulus, reduction);
        if (!why.empty()) throw unsupported(fmt::format("{} {}", name(ops.back()), why));
    }
    return sorted(ops);
}

std::vector<FieldOp> FieldSpec::closure() const {
    std::vector<FieldOp> all = ops;
    all.insert(all.end(), {to_elem, to_plain, is_canonical});  // what every program goes in and out by
    if (!powers.empty()) all.insert(all.end(), {FieldOp::mul, sqr});
    if (!modulus.is_known()) all.insert(all.end(), {dbl, n0inv});  // what the modulus is made ready with
    for (size_t i = 0; i < all.size(); ++i) {
        for (FieldOp needed : info_of(all[i]).needs) {
            if (std::ranges::find(all, needed) == all.end()) all.push_back(needed);
        }
    }
    return sorted(all);
}

ConstantPower parse_power(std::string_view text) {
    const std::string option = fmt::format("--power '{}'", text);
    const size_t sign = text.find('=');
    if (sign == text.npos)
        throw usage_error(option + ": a name and an exponent are wanted, such as --power e=65537");
    const std::string_view name = text.substr(0, sign);
    // of the function pow_NAME: any identifier may end in a keyword or begin its end with a digit
    if (!is_name_part(name)) {
        throw usage_error(
            fmt::format("{}: there is no function 'pow_{}'; take letters, digits and single '_' for the name",
                        option, name));
    }
    if (name == "secret") throw usage_error(option + ": pow_secret is another function; take another name");
    ConstantPower power{std::string(name), std::string(text.substr(sign + 1)), {}};
    power.exponent = parse_modulus_expression(power.expression, option);
    if (power.exponent < 2) throw usage_error(option + ": the exponent must be 2 or more");
    if (mpz_sizeinbase(power.exponent.get_mpz_t(), 2) > max_bits)
        throw unsupported(fmt::format("{}: the longest exponent has {} bits", option, max_bits));
    std::erase_if(power.expression, [](unsigned char c) { return std::isspace(c) != 0; });
    return power;
}

std::string FieldSpec::command() const {
    std::string out = "limbsmith generate";
    out += modulus.is_known() ? fmt::format(" --modulus '{}'", expression)
                              : fmt::format(" --bits {} --modulus runtime", modulus.bits());
    std::vector<FieldOp> left = ops;
    std::string list;
    const auto all = all_of(modulus, reduction);
    if (std::ranges::includes(ops, all)) {
        std::erase_if(left, [&](FieldOp op) { return std::ranges::count(all, op) != 0; });
        list = "all";
    }
    for (FieldOp op : left) list += (list.empty() ? "" : ",") + std::string(limbsmith::name(op));
    if (list != "all") out += " --ops " + list;
    if (!is_automatic) out += fmt::format(" --reduction {}", to_string(reduction));
    for (const ConstantPower& power : powers)
        out += fmt::format(" --power '{}={}'", power.name, power.expression);
    if (inverse != InverseChoice::automatic) out += fmt::format(" --inverse {}", to_string(inverse));
    if (mul != MulChoice()) out += fmt::format(" --mul {}", to_string(mul));
    if (name != default_field_name(modulus, expression)) out += " --name " + name;
    if (proofs == Proofs::skipped) out += " --unproved";
    return out;
}

std::string default_field_name(const Modulus& modulus, std::string_view expression) {
    return modulus.is_known() ? default_modulus_name(expression) : fmt::format("mod{}", modulus.bits());
}

}  // namespace limbsmith
