// Proves a program against its contract, for every input that the contract allows.
//
// Promises: what is said to be proved follows, with exact arithmetic, from the meaning of the instructions
// (ir/program.hpp), the ranges that the contract requires, and nothing else. The claims that algorithms leave
// in a program are steps of the proof and are proved themselves. What cannot be proved is not thereby wrong.
#pragma once

#include <cstdint>
#include <string>

#include "ir/program.hpp"

namespace limbsmith::proof {

struct Verdict {
    bool is_proved;
    std::string
        reason;  // where it is not: the first output word concerned, and the term that stays, in words
    uint64_t steps = 0;        // that it took, the most of its halves
    bool is_given_up = false;  // it took too many
};

// Steps of a proof (proof/budget.hpp) before it is given up: half a minute.
inline constexpr uint64_t most_steps = uint64_t{1} << 30;

// requires: program passed pass::check_words and check_flags.
// Where it is given up after `limit` steps the verdict is the same on every machine.
Verdict prove_within(uint64_t limit, const ir::Program& program);
inline Verdict prove(const ir::Program& program) { return prove_within(most_steps, program); }

}  // namespace limbsmith::proof
