// What was asked for modulo a number: the modulus, the operations, the reduction.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/inverse_choice.hpp"
#include "spec/modulus.hpp"
#include "spec/reduction.hpp"
#include "spec/spec.hpp"

namespace limbsmith {

// Operations modulo N, in the order of headers. The last of them are loops around the
// others.
enum class FieldOp {
    add,
    sub,
    neg,
    dbl,
    halve,
    mul,
    sqr,
    mul_small,
    mul_add2,
    mul_sub2,
    mul_add3,
    mul_add4,
    mul_add6,
    mul_add8,
    mul_wide,
    reduce,
    to_elem,
    to_plain,
    is_canonical,
    eq,
    is_zero,
    select,
    add_lazy,
    sub_lazy,
    mul_lazy,
    sqr_lazy,
    normalize,
    n0inv,
    from_bytes,
    to_bytes,
    pow,
    inv,
    batch_inv,
    legendre,
    sqrt,
};

struct FieldOpInfo {
    FieldOp op;
    std::string_view name;
    std::string_view summary;
    std::vector<FieldOp> needs;  // other operations that its code calls
};

std::span<const FieldOpInfo> field_operations();
std::string_view name(FieldOp op);
// Throws usage_error naming the nearest operation.
FieldOp parse_field_operation(std::string_view name);

// A power with a constant exponent: the function pow_NAME.
struct ConstantPower {
    std::string name, expression;
    mpz_class exponent;
};

// `e=65537`. Throws usage_error: no name, one that cannot follow `pow_`, or that the header has already; an
// exponent below 2 or one that does not parse; unsupported for one of more than max_bits bits.
ConstantPower parse_power(std::string_view text);

struct FieldSpec {
    Modulus modulus;
    std::string expression;    // the modulus as it was written; `runtime` for one that is not known
    std::vector<FieldOp> ops;  // as asked for, in header order
    MulChoice mul{};
    std::string name;
    Reduction reduction = Reduction::montgomery;
    bool is_automatic = false;  // the reduction is what --reduction auto stands for
    InverseChoice inverse = InverseChoice::automatic;
    std::vector<ConstantPower> powers{};
    Proofs proofs = Proofs::skipped;

    // ops and all that they need, in header order; conversions belong to every header.
    std::vector<FieldOp> closure() const;
    // The command that asks for this, options in a fixed order and defaults left out.
    std::string command() const;
};

// `add,mul` or `all` or `all,mul_add4`; all leaves out what the modulus does not have (square roots modulo a
// composite one) and what is there on request only (longer sums). Throws usage_error for unknown operations,
// unsupported for one that the modulus does not have.
std::vector<FieldOp> parse_field_operations(std::string_view list, const Modulus& modulus,
                                            Reduction reduction);

// What a header is called without --name.
std::string default_field_name(const Modulus& modulus, std::string_view expression);

}  // namespace limbsmith
