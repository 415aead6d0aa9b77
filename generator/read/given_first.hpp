// Whether a variable is given a value before one is read.
#pragma once

#include "ir/routine.hpp"

namespace limbsmith::read {

// Whether the statements of the block, from this one on, write each word or element of the variable before they read it,
// whatever decisions are taken and however often loops turn. Only then may the variable be made anew whenever the block begins.
bool is_given_first(const ir::Routine& routine, const ir::Block& block, const ir::Statement* first,
                    int variable);

}  // namespace limbsmith::read
