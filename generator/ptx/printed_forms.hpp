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
    x,
    y,
    z,         // the sources of the instruction that was proved
    not_x,     // ~x, of a constant or as a word
    not_y,     // ~y
    minus_y,   // -y, of a constant alone
    x_plus_1,  // x + 1, of a constant alone
    zero,
    one,
    ones,  // all bits
    s,
    t,      // words of the form
    result  // the word of the instruction that was proved
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
