// The passes between an algorithm and the emitters: check, optimise, check.
#pragma once

#include <stdexcept>
#include <string>

#include "ir/program.hpp"

namespace limbsmith::pass {

// Thrown for a program that must not be emitted: a bug in an algorithm or a pass, never the user's mistake.
class IllegalProgram : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

// Throws IllegalProgram unless the words are in single assignment: each word that is read is defined before,
// and exactly once.
void check_words(const ir::Program& program);

// Throws IllegalProgram if a machine with one carry flag would compute something else. In program order, each
// flag must be read exactly once, before the flag register is written again, and by an instruction of its
// kind: a carry by add or mad, a borrow by sub. (PTX ISA 9.0, 9.7.2: CC.CF is one register, and nothing
// preserves it.)
void check_flags(const ir::Program& program);

// Merges instructions without flags that compute the same word.
ir::Program share_common_words(ir::Program program);

// Removes instructions whose word and flag are never read.
ir::Program remove_dead_code(ir::Program program);

// The largest number of words alive at once: a lower bound on registers.
int peak_live_words(const ir::Program& program);

// Rewrites instructions into forms that compilers translate correctly, as they are printed: no subtraction,
// no high word of a product without its low word. Words keep their values, so claims and lemmas about words
// still hold, but claims about flags do not: this is the last pass, after the proof. requires: program passed
// run_pipeline.
ir::Program in_safe_forms(ir::Program program);

// Check, optimise, check. Throws IllegalProgram.
ir::Program run_pipeline(ir::Program program);

}  // namespace limbsmith::pass
