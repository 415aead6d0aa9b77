// The instruction sequences printed in place of instructions that compilers translate wrongly.
//
// Promises: each row is an identity that holds for words of any size, and is tested on its own. The pass that
// makes these forms (pass/safe_forms) is neither used nor trusted here. Uses ir.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::ptx {

// A word that an instruction of a form reads or writes.
enum class Term : uint8_t {
    none,
    // sources of the proved instruction
    x,
    y,
    z,
    // ~x and ~y, words or constants; -y, the same for a y other than 0, and x + 1, constants only
    not_x,
    not_y,
    minus_y,
    minus_nonzero_y,
    x_plus_1,
    // constants: 0, 1, 2^32 - 1
    zero,
    one,
    ones,
    // temporaries of the form, and the result of the proved instruction
    s,
    t,
    result,
};

// A flag of a step: none; one: a carry that is always 1; in, out: the complement of the proved instruction's
// borrow-in or borrow-out.
enum class Carry : uint8_t { none, one, in, out };

struct FormStep {
    ir::Opcode op;
    Term made;
    std::array<Term, 3> src;
    Carry carry_in = Carry::none, carry_out = Carry::none;
};

// The steps replace op(src). The form requires a borrow-in if a step has Carry::in, and allows a borrow-out
// if a step has Carry::out. A step that makes not_x or not_y is omitted if that is a constant or already a
// word.
struct PrintedForm {
    ir::Opcode op;
    std::array<Term, 3> src;  // x, y, z, or the constant that this source must be
    std::vector<FormStep> steps;
};

std::span<const PrintedForm> printed_forms();

}  // namespace limbsmith::ptx
