// The straight-line program: 32-bit words in static single assignment, carries as values, and the contract.
//
// Promises: a plain value type that states the computation and its order. pass/check_flags decides whether
// the order suits a machine with one carry flag; eval, tests and derivations decide whether the result is right.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/contract.hpp"
#include "ir/note.hpp"
#include "ir/operand.hpp"
#include "ir/outline.hpp"
#include "ir/representation.hpp"

namespace limbsmith::ir {

// Meanings. x, y, z: the sources; c: the flag read, 0 if there is none; results are modulo 2^32.
enum class Opcode : uint8_t {
    add,      // x + y + c                        flag written: carry out
    sub,      // x - y - c                        flag written: borrow out
    mul_lo,   // low word of x·y
    mul_hi,   // high word of x·y
    mul_his,  // high word of x·y, x and y signed
    mad_lo,   // low word of x·y,  + z + c        flag written: carry out
    mad_hi,   // high word of x·y, + z + c        flag written: carry out
    mad_his,  // high word of x·y, x and y signed, + z + c
    bit_and,  // x & y
    bit_or,   // x | y
    bit_xor,  // x ^ y
    bit_not,  // ~x
    shl,      // x·2^y, 0 for y >= 32
    shr,      // floor(x / 2^y), 0 for y >= 32
    sar,      // floor(x / 2^y), x signed; 0 or -1 for y >= 32
    shf_l,    // high word of (y:x)·2^(z mod 32), y the high half
    shf_r,    // low word of floor((y:x) / 2^(z mod 32)), y the high half
    select,   // (x & y) | (~x & z): y where the mask x is all ones, z where it is zero
    min,      // the smaller one of x and y, unsigned
};
inline constexpr int opcodes = static_cast<int>(Opcode::min) + 1;  // how many there are

// The number of sources an opcode reads.
int arity(Opcode op);
std::string_view name(Opcode op);

// Add and mad chains pass carries, sub chains pass borrows; a program must not mix the two.
enum class FlagKind : uint8_t { none, carry, borrow };
FlagKind flag_kind(Opcode op);

struct Instruction {
    Opcode op;
    Word dst;
    std::array<Operand, 3> src;
    std::optional<Flag> flag_in;
    std::optional<Flag> flag_out;
};

// An input: its name, representation and words, least significant first. Its range is in the contract.
struct Input {
    std::string name;
    Representation representation;
    std::vector<Word> words;
};

// An output: the words that hold it at the end of the program; constants and inputs are allowed.
struct Output {
    std::string name;
    Representation representation;
    std::vector<Operand> words;
};

struct Program {
    std::string name;
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    std::vector<Instruction> body;
    Contract contract;
    uint32_t words = 0;  // every word id is below this
    uint32_t flags = 0;  // every flag id is below this
    Outline outline{};
    std::vector<Note> notes{};  // for readers, in the order of the body
};

// Whether the bound limits a magnitude: a bound on a signed input or output, without at_least.
bool of_magnitude(const Bound& bound, const Program& program);

// The program as text, one instruction a line, for people, golden tests and error messages.
std::string dump(const Program& program);
std::string dump(const Instruction& instruction);

}  // namespace limbsmith::ir
