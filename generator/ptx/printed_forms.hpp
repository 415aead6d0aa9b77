// What is printed in place of an instruction that compilers translate wrongly, as identities over words.
//
// Promises: a list that can be read and tested row by row; each identity holds for words of any size. The
// pass that prints so (pass/safe_forms) is not used here, and is not trusted. Uses ir.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::ptx {

// What an instruction of a form reads or makes.
enum class Term : uint8_t {
    none,
    // the sources of the instruction that was proved
    x,
    y,
    z,
    // ~x and ~y, of constants or as words; -y and x + 1, of constants alone
    not_x,
    not_y,
    minus_y,
    x_plus_1,
    // constants: 0, 1, all bits
    zero,
    one,
    ones,
    // words of the form, and the word of the instruction that was proved
    s,
    t,
    result,
};

// What a flag is: none; the constant 1; the complement of the borrow that comes into the instruction which
// was proved, or of the one that goes out of it.
enum class Carry : uint8_t { none, one, in, out };

struct FormStep {
    ir::Opcode op;
    Term made;
    std::array<Term, 3> src;
    Carry carry_in = Carry::none, carry_out = Carry::none;
};

// In place of op(src) stand the steps. A form takes a borrow where a step does (Carry::in), and may give one
// where a step does (Carry::out). A step that makes not_x or not_y is left out where that is a constant, or a
// word already.
struct PrintedForm {
    ir::Opcode op;
    std::array<Term, 3> src;  // x, y, z, or the constant that a source must be
    std::vector<FormStep> steps;
};

std::span<const PrintedForm> printed_forms();

}  // namespace limbsmith::ptx
