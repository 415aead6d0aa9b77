// The shapes of C++ statements that stand for one instruction on the path for hosts.
//
// Promises: each row is C++ that computes the instruction beside it, for words x, y, z of 32 bits (ir/program.hpp); the rows
// are all that need be believed of a portable body. Uses ir.
#pragma once

#include <span>
#include <string_view>

#include "ir/program.hpp"

namespace limbsmith::read {

// x, y, z, twice the same where named twice: a word; C: a literal without a suffix. After the text may stand, by `tail`,
// `+ y`, `+ z`, `- y`, where a missing one is 0; and then `+ cc` or `- cc`, a flag that was kept.
struct Shape {
    enum class Tail { none, plus_y, minus_y, plus_z };
    ir::Opcode op;
    std::string_view text;
    Tail tail = Tail::none;
};

// The shapes of instructions without a flag have 32 bits; those that keep a flag have 64 bits, with the flag in the upper half.
std::span<const Shape> shapes_of_words();
std::span<const Shape> shapes_of_sums();

}  // namespace limbsmith::read
