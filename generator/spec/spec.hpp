// What was asked for: a width, operations and options. Made by the command line, read by every later room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/operation.hpp"
#include "spec/width.hpp"

namespace limbsmith {

enum class MulAlgorithm { automatic, schoolbook, rows };
enum class Style { inlined, macro };

struct Spec {
    Width width;
    std::vector<Op> ops = parse_operations("all");
    MulAlgorithm mul = MulAlgorithm::automatic;
    Style style = Style::inlined;
    std::string name{};  // the namespace, or the prefix of the include guard of macros

    // The command that asks for this, options in a fixed order and defaults left out.
    std::string command() const;
};

// A width from text. Throws: not a number, zero or negative (usage), over max_bits (unsupported).
Width parse_width(std::string_view text);
// Throws usage_error for an unknown algorithm, unsupported for one that is not there yet.
MulAlgorithm parse_mul(std::string_view text);
Style parse_style(std::string_view text);
// `u131` for 131 bits.
std::string default_name(Width width);
// Throws usage_error unless `name` is a C identifier that no standard reserves.
std::string parse_name(std::string_view name);

}  // namespace limbsmith
