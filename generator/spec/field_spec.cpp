#include "spec/field_spec.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/error.hpp"

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
    {mul_add2, "mul_add2", "a*b + c*d with one reduction", {}},
    {mul_sub2, "mul_sub2", "a*b - c*d with one reduction", {}},
    {mul_wide, "mul_wide", "product without reduction", {}},
    {reduce, "reduce", "reduction of a wide number", {}},
    {to_elem, "to_elem", "from a canonical residue to what the arithmetic works on", {}},
    {to_plain, "to_plain", "and back", {}},
    {is_canonical, "is_canonical", "1 if a plain number is below N, else 0", {}},
    {eq, "eq", "1 if equal, else 0", {}},
    {is_zero, "is_zero", "1 if zero, else 0", {}},
    {select, "select", "one of two by a condition, without a branch", {}},
    {from_bytes, "from_bytes", "from little-endian bytes, with a check", {is_canonical}},
    {to_bytes, "to_bytes", "to little-endian bytes", {}},
    {pow, "pow", "power; pow_secret takes the same steps for every exponent", {mul, sqr, select}},
    {inv, "inv", "inverse, and whether there is one; without a branch", {}},
    {batch_inv, "batch_inv", "many inverses, for the price of one if the modulus is prime", {inv}},
    {legendre, "legendre", "Legendre symbol: 1, -1 or 0", {mul, sqr, eq, is_zero}},
    {sqrt, "sqrt", "square root, if there is one", {mul, sqr, eq, select}},
};

bool has(FieldOp op, const Modulus& modulus) {
    const bool of_fields = op == legendre || op == sqrt;
    return !of_fields || modulus.is_prime();
}

std::vector<FieldOp> all_of(const Modulus& modulus) {
    std::vector<FieldOp> ops;
    for (const FieldOpInfo& info : table) {
        if (has(info.op, modulus)) ops.push_back(info.op);
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
    throw usage_error(
        fmt::format("no operation '{}' modulo a number; did you mean '{}'? (`limbsmith list` names them all)",
                    name, nearest(name, names)));
}

std::vector<FieldOp> parse_field_operations(std::string_view list, const Modulus& modulus) {
    if (list == "all") return all_of(modulus);
    std::vector<FieldOp> ops;
    for (size_t begin = 0; begin <= list.size();) {
        const size_t end = std::min(list.find(',', begin), list.size());
        ops.push_back(parse_field_operation(list.substr(begin, end - begin)));
        if (!has(ops.back(), modulus)) {
            throw unsupported(fmt::format(
                "{} is not supported for a composite modulus by this version; it works for primes",
                name(ops.back())));
        }
        begin = end + 1;
    }
    return sorted(ops);
}

std::vector<FieldOp> FieldSpec::closure() const {
    std::vector<FieldOp> all = ops;
    for (size_t i = 0; i < all.size(); ++i) {
        for (FieldOp needed : info_of(all[i]).needs) {
            if (std::ranges::find(all, needed) == all.end()) all.push_back(needed);
        }
    }
    return sorted(all);
}

std::string FieldSpec::command() const {
    std::string out = fmt::format("limbsmith generate --modulus '{}'", expression);
    if (ops != all_of(modulus)) {
        std::string list;
        for (FieldOp op : ops) list += (list.empty() ? "" : ",") + std::string(limbsmith::name(op));
        out += " --ops " + list;
    }
    if (reduction != parse_reduction("auto", modulus)) {
        out += fmt::format(" --reduction {}", to_string(reduction));
    }
    if (inverse != InverseChoice::automatic) out += fmt::format(" --inverse {}", to_string(inverse));
    if (mul != MulChoice()) out += fmt::format(" --mul {}", to_string(mul));
    if (name != default_modulus_name(expression)) out += " --name " + name;
    return out;
}

}  // namespace limbsmith
