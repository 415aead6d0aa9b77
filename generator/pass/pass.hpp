// The way of a program from an algorithm to the emitters: check, optimise, check.
#pragma once

#include <stdexcept>
#include <string>

#include "ir/program.hpp"

namespace limbsmith::pass {

// A program that must not be emitted; a bug in an algorithm or in a pass, never the user's.
class IllegalProgram : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

// Refuses a program whose words are not in single assignment: used before or without a definition, or defined
// twice.
void check_words(const ir::Program& program);

// Refuses a program that a machine with one carry flag would compute differently. In the order of the program
// each flag must be consumed exactly once, before the flag register is written again, and by an instruction
// of its kind: a carry by add or mad, a borrow by sub. (PTX ISA 9.0, 9.7.2: CC.CF is one register, and
// preserved across nothing.)
void check_flags(const ir::Program& program);

// Replaces equal instructions without flags by the first of them.
ir::Program share_common_words(ir::Program program);

// Removes instructions whose word and flag nobody reads.
ir::Program remove_dead_code(ir::Program program);

// The largest number of words alive at once: a lower bound for registers.
int peak_live_words(const ir::Program& program);

// The same words by instructions that compilers translate rightly, as they are printed: no subtraction, no
// high word of a product without its low word. Claims and lemmas keep to the words, but no longer hold of
// flags: it is the last pass, after the proof. requires: program passed the pipeline.
ir::Program in_safe_forms(ir::Program program);

// check · optimise · check. Throws IllegalProgram. Run again, it keeps the claims.
ir::Program run_pipeline(ir::Program program);

}  // namespace limbsmith::pass
