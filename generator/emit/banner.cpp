#include "emit/banner.hpp"

#include <fmt/format.h>

#include "plan/field.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/solinas.hpp"

namespace limbsmith::emit {
namespace {

using Lines = std::vector<std::string>;

std::string hex(const mpz_class& x) { return "0x" + x.get_str(16); }

std::string limbs(const Spec& spec) {
    return fmt::format("{} limb{}", spec.width.limbs(), spec.width.limbs() > 1 ? "s" : "");
}

Lines of_width(const Spec& spec) {
    const Width width = spec.width;
    if (width.mapping.is_group() && value_limbs(width) < width.limbs())
        return {
            fmt::format("Numbers have ceil({}/32) = {} limbs, and lanes {} together: those beyond are 0, in",
                        width.bits, value_limbs(width), width.limbs()),
            fmt::format("operands and results. Results called \"mod 2^{}\" wrap around the limbs of numbers.",
                        limb_bits * value_limbs(width))};
    if (width.mapping.is_group())
        return {fmt::format("Numbers have {}; results called \"mod 2^(32*limbs)\" wrap around them.",
                            limbs(spec))};
    return {fmt::format("Derived: limbs = ceil({0}/32) = {1}; wide_limbs = ceil(2*{0}/32) = {2};", width.bits,
                        width.limbs(), width.wide_limbs()),
            fmt::format("results called \"mod 2^{}\" wrap around the {} of a num.", width.container_bits(),
                        limbs(spec))};
}

Lines of_digits(const Spec& spec) {
    const SignedDigits& digits = *spec.digits;
    Lines lines{
        fmt::format("Numbers have {} from -{} to {} to the radix {}, a limb each; Q = {}^{}.",
                    counted(digits.count, "digit"), digits.bound, digits.bound, digits.radix, digits.radix,
                    digits.count),
        "A number has several forms, so sums need no carry chain: a digit of the result depends on two "
        "places."};
    if (digits.count < spec.width.limbs())
        lines.push_back(
            fmt::format("Lanes have {} limbs together: those beyond are 0, in operands and results.",
                        spec.width.limbs()));
    return lines;
}

Lines of_runtime_modulus(const Spec& spec) {
    return {
        fmt::format("Numbers have {} of 32 bits; R = 2^{}. A plain is a canonical residue, 0 <= x < n, for",
                    limbs(spec), spec.width.container_bits()),
        "input and output. An elem is its form in arithmetic, x*R mod n (Montgomery form), canonical as "
        "well.",
        "make_modulus fills in a modulus; kernels take it by value."};
}

// How products are reduced modulo a known N, and the constants of that.
Lines of_reduction(const Spec& spec) {
    const Modulus& modulus = *spec.modulus;
    if (spec.is_montgomery()) {
        return {fmt::format("    R     = 2^{}", spec.width.container_bits()),
                fmt::format("    n0inv = -N^-1 mod 2^32 = 0x{:x}", modulus.n0inv()),
                "    R mod N  = " + hex(modulus.r1()), "    R^2 mod N = " + hex(modulus.r2())};
    }
    if (spec.reduction == Reduction::barrett)
        return {"    quotients by N are estimated by products with a reciprocal (Barrett reduction)"};
    if (plan::special_form(modulus) == SpecialForm::fold) {
        return {fmt::format("    C = 2^{} mod N = {}, by which high limbs are folded onto low ones",
                            spec.width.container_bits(), hex(modulus.r1()))};
    }
    const mpz_class t_max = (modulus.n() - 1) * (modulus.n() - 1);
    const SolinasShifts shifts = solinas_shifts(modulus, t_max).value();
    std::string reciprocal = fmt::format("    1/N = 2^-{}", shifts.modulus.front().exponent);
    for (const SignedPowers& factor : shifts.reciprocal)
        reciprocal += fmt::format(" * ({})", to_string(factor));
    return {"    N = " + to_string(shifts.modulus), reciprocal + ", nearly",
            "by which a product t loses q*N, q being t/N rounded down or one more than that, in additions "
            "and shifts "
            "alone."};
}

Lines of_modulus(const Spec& spec) {
    Lines lines{fmt::format("N has {} bits in {} of 32. Derived:", spec.width.bits, limbs(spec))};
    for (std::string& line : of_reduction(spec)) lines.push_back(std::move(line));
    const Lines forms =
        spec.is_montgomery()
            ? Lines{"A plain is a canonical residue, 0 <= x < N, for input and output. An elem is its form in arithmetic, "
                    "x*R mod N",
                    "(Montgomery form), canonical as well."}
            : Lines{"A plain is a canonical residue, 0 <= x < N, for input and output. An elem is its form in "
                    "arithmetic: here the",
                    "same number, but a type of its own, so that code does not depend on the form."};
    lines.insert(lines.end(), forms.begin(), forms.end());
    return lines;
}

}  // namespace

std::string title(const Spec& spec) {
    if (spec.has_digits())
        return fmt::format("{}: numbers of {} from -{} to {} to the radix {}", spec.name,
                           counted(spec.digits->count, "digit"), spec.digits->bound, spec.digits->bound,
                           spec.digits->radix);
    if (!spec.is_modular())
        return fmt::format("{}: integers below 2^{} in {} of 32 bits", spec.name, spec.width.bits,
                           limbs(spec));
    if (spec.is_runtime()) {
        return fmt::format("{}: arithmetic modulo an odd n of at most {} bits that is given at run time.",
                           spec.name, spec.width.bits);
    }
    return fmt::format("{}: arithmetic modulo N = {}{}", spec.name, hex(spec.modulus->n()),
                       spec.modulus->is_prime() ? ", a prime" : "");
}

std::string value_of_number(const Spec& spec) {
    return spec.has_digits() ? "The value of a number is the sum of int32_t(limb[i])*radix^i."
                             : "The value of a number is the sum of limb[i]*2^(32i).";
}

std::vector<std::string> about(const Spec& spec) {
    Lines lines = spec.has_digits()    ? of_digits(spec)
                  : !spec.is_modular() ? of_width(spec)
                  : spec.is_runtime()  ? of_runtime_modulus(spec)
                                       : of_modulus(spec);
    if (spec.width.mapping.is_block()) {
        lines.push_back(
            fmt::format("The {} threads of a block share a number: each has {} of it, thread 0 the lowest.",
                        spec.width.lanes(), counted(static_cast<size_t>(spec.width.lane_limbs()), "limb")));
        lines.emplace_back("All of them call a function together.");
    } else if (spec.width.mapping.is_group()) {
        lines.push_back(
            fmt::format("{} neighbouring threads of a warp, the lanes, share a number: each has {} of "
                        "it, lane 0 the lowest.",
                        spec.width.lanes(), counted(static_cast<size_t>(spec.width.lane_limbs()), "limb")));
        lines.emplace_back("All threads of a warp that have not ended call a function together.");
        if (spec.width.mapping.is_tensor()) {
            lines.emplace_back(
                "Products by matrices of bytes, on tensor cores of compute capability 8.0 or later, have "
                "the");
            lines.emplace_back("same instructions and addresses for all numbers.");
        }
    }
    return lines;
}

std::vector<std::string> proofs(bool is_proved) {
    if (!is_proved) return {"NOT PROVED: printed with --unproved, without a proof of any function."};
    return {
        "Proved, for every input: each straight-line function, as an asm statement and as code for hosts, "
        "meets its contract (requires, ensures).",
        "Read back before it was printed, and compared: these functions with the proofs, loops with their "
        "descriptions (`limbsmith",
        "verify` says which are proved), all other text with the specification. `limbsmith check-header` "
        "does that again."};
}

}  // namespace limbsmith::emit
