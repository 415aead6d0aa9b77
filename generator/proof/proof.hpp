// Proves a program against its contract, for every input that the contract allows.
//
// Promises: what is said to be proved follows, with exact arithmetic, from the meaning of the instructions
// (ir/program.hpp), the ranges that the contract requires, and nothing else. The claims that algorithms leave
// in a program are steps of the proof and are proved themselves. What cannot be proved is not thereby wrong.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace limbsmith::proof {

struct Verdict {
    bool is_proved;
    std::string
        reason;  // where it is not: the first output word concerned, and the term that stays, in words
};

// requires: program passed pass::check_words and check_flags.
Verdict prove(const ir::Program& program);

}  // namespace limbsmith::proof
