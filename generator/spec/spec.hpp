// What was asked for: a width, operations and options. Made by the command line, read by every later room.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/constant_power.hpp"
#include "spec/inverse_choice.hpp"
#include "spec/modulus.hpp"
#include "spec/reduction.hpp"
#include "spec/width.hpp"

namespace limbsmith {

enum class MulAlgorithm { automatic, schoolbook, rows, karatsuba };

// How products are made; Karatsuba's with the number of times that it halves the numbers.
struct MulChoice {
    MulAlgorithm algorithm = MulAlgorithm::automatic;
    int levels = 0;  // of karatsuba, at least 1

    MulChoice() = default;
    MulChoice(MulAlgorithm chosen, int count = 0)
        : algorithm(chosen), levels(chosen == MulAlgorithm::karatsuba ? std::max(count, 1) : 0) {}
    friend bool operator==(MulChoice, MulChoice) = default;
};

// The most levels of Karatsuba that numbers of this width have limbs for: 2^levels <= limbs.
int most_levels(Width width);

// `auto`, `rows`, `karatsuba:2` ...: what --mul takes.
std::string to_string(MulChoice mul);

enum class Style { inlined, macro };

// What a header says of proofs: `required`, that each of its programs is proved; who asks for one to print it
// sees to that before. `skipped`, that none was tried.
enum class Proofs { required, skipped };

// Arithmetic of numbers below 2^bits, or modulo a number.
struct Spec {
    Width width{};  // of the numbers; with a modulus, the modulus' own
    std::optional<Modulus> modulus{};
    std::vector<std::string> ops{};  // names in the catalogue, in header order
    MulChoice mul{};
    Style style = Style::inlined;
    std::string name{};  // the namespace
    Proofs proofs = Proofs::skipped;
    std::string prefix{};  // of the names of macros: `NAME_` where a name was asked for

    // With a modulus:
    std::string expression{};  // how it was written; `runtime` for one that is not known
    Reduction reduction = Reduction::montgomery;
    bool is_automatic = false;  // the reduction is what --reduction auto stands for
    InverseChoice inverse = InverseChoice::automatic;
    std::vector<ConstantPower> powers{};

    static Spec of(Width width);
    static Spec modulo(const Modulus& modulus, Reduction reduction);

    bool is_modular() const { return modulus.has_value(); }
    // Whether the modulus is given at run time.
    bool is_runtime() const { return modulus && !modulus->is_known(); }
    bool is_montgomery() const { return modulus && reduction == Reduction::montgomery; }
    // F, the factor between a residue and its elem. requires: a modulus.
    mpz_class form_factor() const { return is_montgomery() ? modulus->R() : mpz_class(1); }
};

// A width from text. Throws: not a number, zero or negative (usage), over max_bits (unsupported).
Width parse_width(std::string_view text);
// `karatsuba` alone is one level. Throws usage_error for an unknown algorithm or a count of levels that is
// not positive, unsupported for more levels than most_levels(width).
MulChoice parse_mul(std::string_view text, Width width);
Style parse_style(std::string_view text);
// What a header is called without --name: `u131` for 131 bits, `mod255` for 2^255-19.
std::string default_name(const Spec& spec);
// Whether an identifier of C may end in `_` and this text: letters, digits and single '_', none of them
// first.
bool is_name_part(std::string_view text);
// Throws usage_error unless `name` is an identifier without a meaning in C, C++ or CUDA (reserved_names.hpp).
std::string parse_name(std::string_view name);

}  // namespace limbsmith
