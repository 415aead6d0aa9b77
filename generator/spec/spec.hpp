// The request: a width or modulus, operations and options. The command line makes it; all later stages read
// it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limbsmith/digits.hpp"
#include "operation/number_system.hpp"
#include "spec/constant_power.hpp"
#include "spec/fused.hpp"
#include "spec/inverse_choice.hpp"
#include "spec/modulus.hpp"
#include "spec/reduction.hpp"
#include "spec/width.hpp"

namespace limbsmith {

// transform: of numbers over several threads, by number-theoretic transforms; rows: theirs by rows.
enum class MulAlgorithm { automatic, schoolbook, rows, karatsuba, transform };

// The multiplication. For Karatsuba also the number of levels: how many times the operands are halved.
struct MulChoice {
    MulAlgorithm algorithm = MulAlgorithm::automatic;
    int levels = 0;  // of karatsuba, at least 1

    MulChoice() = default;
    MulChoice(MulAlgorithm chosen, int count = 0)
        : algorithm(chosen), levels(chosen == MulAlgorithm::karatsuba ? std::max(count, 1) : 0) {}
    friend bool operator==(MulChoice, MulChoice) = default;
};

// The largest number of Karatsuba levels for a width: 2^levels <= limbs.
int most_levels(Width width);

// The value of --mul: `auto`, `rows`, `karatsuba:2` ...
std::string to_string(MulChoice mul);

enum class Style { inlined, macro };

// The statement of a header about proofs. required: every program is proved, which the caller ensures before
// printing. skipped: no proof was tried.
enum class Proofs { required, skipped };

// Arithmetic of numbers below 2^bits, modulo N, or in signed digits.
struct Spec {
    Width width{};  // the width of the numbers; that of the modulus if there is one
    std::optional<Modulus> modulus{};
    std::optional<SignedDigits> digits{};  // each has a limb of the width
    std::vector<std::string> ops{};        // names in the catalogue, in header order
    MulChoice mul{};
    Style style = Style::inlined;
    std::string name{};  // the namespace
    Proofs proofs = Proofs::skipped;
    std::optional<Fused> fused{};  // of the operation expr
    std::string prefix{};          // prefix of macro names: `NAME_` if a name was requested

    // With a modulus:
    std::string expression{};  // the modulus as written; `runtime` if it is given at run time
    Reduction reduction = Reduction::montgomery;
    bool is_automatic = false;  // the reduction is that of --reduction auto
    InverseChoice inverse = InverseChoice::automatic;
    std::vector<ConstantPower> powers{};

    static Spec of(Width width);
    static Spec modulo(const Modulus& modulus, Reduction reduction);
    static Spec in_digits(const SignedDigits& digits, Mapping mapping = {});

    const NumberSystem& system() const {
        return is_modular()   ? NumberSystem::residues()
               : has_digits() ? NumberSystem::digits()
                              : NumberSystem::whole();
    }
    bool has_digits() const { return digits.has_value(); }
    bool is_modular() const { return modulus.has_value(); }
    // Whether the modulus is given at run time.
    bool is_runtime() const { return modulus && !modulus->is_known(); }
    bool is_montgomery() const { return modulus && reduction == Reduction::montgomery; }
    // F, the factor between a residue and its elem. requires: a modulus.
    mpz_class form_factor() const { return is_montgomery() ? modulus->R() : mpz_class(1); }
};

// Parses a width of one lane. Throws usage_error if it is not a number, zero or negative; unsupported above `most`
// bits.
Width parse_width(std::string_view text, int most = max_bits);
// Parses the value of --mul; `karatsuba` means one level. Throws usage_error for an unknown algorithm or a
// number of levels that is not positive, unsupported for more levels than most_levels(width).
MulChoice parse_mul(std::string_view text, Width width);
Style parse_style(std::string_view text);
// The name of a header without --name: `u131` for 131 bits, `mod255` for 2^255-19, `r10d32` for 32 digits to the radix 10.
std::string default_name(const Spec& spec);
// Whether `_` and this text may end a C identifier: letters, digits and single '_', not first.
bool is_name_part(std::string_view text);
// Throws usage_error unless `name` is an identifier without a meaning in C, C++ or CUDA (reserved_names.hpp).
std::string parse_name(std::string_view name);

}  // namespace limbsmith
