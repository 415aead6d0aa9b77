// What was asked for: a width, operations and options. Made by the command line, read by every later room.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "spec/operation.hpp"
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

struct Spec {
    Width width;
    std::vector<Op> ops = parse_operations("all");
    MulChoice mul{};
    Style style = Style::inlined;
    std::string name{};  // the namespace
    Proofs proofs = Proofs::skipped;
    std::string prefix{};  // of the names of macros: `NAME_` for a name that was asked for, else nothing

    // The command that asks for this, options in a fixed order and defaults left out.
    std::string command() const;
};

// A width from text. Throws: not a number, zero or negative (usage), over max_bits (unsupported).
Width parse_width(std::string_view text);
// The operations of a list for a header of this style; `all` leaves out loops where there are only macros.
// Throws as parse_operations(list), and unsupported for a loop as a macro.
std::vector<Op> parse_operations(std::string_view list, Style style);
// `karatsuba` alone is one level. Throws usage_error for an unknown algorithm or a count of levels that is
// not positive, unsupported for more levels than most_levels(width).
MulChoice parse_mul(std::string_view text, Width width);
Style parse_style(std::string_view text);
// `u131` for 131 bits.
std::string default_name(Width width);
// Whether an identifier of C may end in `_` and this text: letters, digits and single '_', none of them
// first.
bool is_name_part(std::string_view text);
// Throws usage_error unless `name` is an identifier without a meaning in C, C++ or CUDA (reserved_names.hpp).
std::string parse_name(std::string_view name);

}  // namespace limbsmith
