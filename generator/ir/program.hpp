// The straight-line program: 32-bit words in static single assignment, carries as values, and the contract.
//
// Promises: a plain value type that says exactly what is computed and in which order. Whether the order is
// legal for a machine with one carry flag is decided by pass/carry; whether it is right, by eval, tests and
// proof.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/claim.hpp"
#include "ir/contract.hpp"
#include "ir/lemma.hpp"
#include "ir/operand.hpp"
#include "ir/representation.hpp"

namespace limbsmith::ir {

// Meanings, with x, y, z the sources, c the flag read (0 where none is), everything modulo 2^32:
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
};

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

// An input: its name, representation and words, least significant first; its range is in the contract.
struct Input {
    std::string name;
    Representation representation;
    std::vector<Word> words;
};

// An output: words it is read from at the end of the program; constants and inputs are allowed.
struct Output {
    std::string name;
    Representation representation;
    std::vector<Operand> words;
};

// What claims speak of and nothing reads: words that are as if their instructions were there, and flags that
// instructions of the body would write for these. No part of what is computed: the proof alone sees them.
struct Ghosts {
    std::vector<Instruction> instructions;     // in the order of their words
    std::vector<std::pair<Word, Flag>> flags;  // by the words of the instructions
};

struct Program {
    std::string name;
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    std::vector<Instruction> body;
    Contract contract;
    std::vector<Claim> claims{};  // by whom it is proved that the contract holds: see ir/claim.hpp
    uint32_t words = 0;           // every word id is below this
    uint32_t flags = 0;           // every flag id is below this
    std::vector<Lemma> lemmas{};  // of parts, those first on which others rely; and if the program is itself
    std::vector<Step> steps{};    // such a part, why it meets its contract
    Ghosts ghosts{};
};

// The program with its ghosts in the body, each before the first instruction of the body with a later word:
// the words of the body are what they are without. Ghosts that cannot be there are left out: those that read
// what is not defined before them, or define what something else does.
Program with_ghosts(Program program);

// Whether a bound is one of a magnitude: of a signed input or output, without a lower end.
bool of_magnitude(const Bound& bound, const Program& program);

// The program as text, one instruction a line; for people, golden tests and error messages.
std::string dump(const Program& program);
std::string dump(const Instruction& instruction);

}  // namespace limbsmith::ir
