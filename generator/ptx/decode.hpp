// Decodes the text of an asm statement into executable steps. An error quotes the instruction.
//
// Promises: every register is declared inside braces; every register and the carry flag are written before
// they are read; every output is written and no input is. Counts questionable uses of the flag. The code is
// straight-line, so all this is decided once and execution needs no checks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/asm_statement.hpp"

namespace limbsmith::ptx {

enum class Operation : uint8_t {
    add,
    sub,
    mul_lo,
    mul_hi,
    mul_hi_signed,
    mad_lo,
    mad_hi,
    mad_hi_signed,
    bit_and,
    bit_or,
    bit_xor,
    bit_not,
    shl,
    shr,
    shr_signed,
    shf_l,
    shf_r,
    lop3,
    min,
    mov,
};

struct Step {
    Operation operation;
    uint8_t flag_mask;  // 1 if CC.CF is read, else 0
    bool sets_flag;     // has .cc
    uint8_t table;      // truth table of lop3
    uint32_t target;    // slots; unused sources are 0
    std::array<uint32_t, 3> source;
    uint32_t line;  // index of the statement's instruction
};

struct Code {
    // Outputs, inputs, then registers and constants, with the constants filled in. A 64-bit register is two
    // slots, low word first, and an operation on it is two steps.
    std::vector<uint32_t> slots;
    size_t outputs = 0;
    size_t inputs = 0;
    std::vector<Step> steps;
    int lost_flags = 0;   // values of CC.CF that no instruction read
    int mixed_flags = 0;  // reads of a carry by subc, or of a borrow by addc or madc
};

// Throws std::runtime_error.
Code decode(const AsmStatement& statement);

}  // namespace limbsmith::ptx
