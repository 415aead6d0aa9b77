// Proves a program against its contract, for every input that the contract allows.
//
// Promises: a verdict "proved" follows, by exact arithmetic, from the meaning of the instructions
// (ir/program.hpp) and the preconditions of the contract, and from nothing else. Claims that algorithms leave
// in a program are steps of the proof and are proved themselves. A program that is not proved may still be
// right.
#pragma once

#include <cstdint>
#include <string>

#include "ir/program.hpp"

namespace limbsmith::proof {

struct Verdict {
    bool is_proved;
    std::string reason;        // if not proved: the first gap, as a message
    uint64_t steps = 0;        // of the proof; of two halves, the larger number
    bool is_given_up = false;  // the proof exceeded its limit
};

// The default limit of a proof in steps (proof/budget.hpp): about half a minute.
inline constexpr uint64_t most_steps = uint64_t{1} << 30;

// requires: program passed pass::check_words and check_flags. The proof is given up after `limit` steps; the
// verdict is the same on every machine.
Verdict prove_within(uint64_t limit, const ir::Program& program);
inline Verdict prove(const ir::Program& program) { return prove_within(most_steps, program); }

}  // namespace limbsmith::proof
