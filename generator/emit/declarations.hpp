// Where the text of a routine declares its local variables, and its results: in the innermost block that
// has all their uses, before the first of them.
#pragma once

#include <map>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::emit {

struct Declarations {
    // Those variables by the statement before, or in, which they are declared; in the order of the routine.
    std::map<const ir::Statement*, std::vector<int>> at;
    std::vector<int> writes;  // by variable: statements that write it, or a part of it
};
Declarations declarations(const ir::Routine& routine);

}  // namespace limbsmith::emit
