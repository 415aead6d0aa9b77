// Reads the text of a loop, and compares it with the routine that was proved.
//
// Promises: no difference is found only if the function executes the statements of the routine, one after the other:
// bounds, indices, operators, order, callees, and where values live. A variable that C++ makes anew in each turn of a loop has
// no value from the turn before. Every token is compared.
#pragma once

#include <set>
#include <string>

#include "ir/library.hpp"
#include "read/cursor.hpp"

namespace limbsmith::read {

// A routine calls these functions; some of them stand in the namespace detail.
struct Callees {
    const ir::Library& library;
    const std::set<std::string>& parts;
};

// The function of a header, with its comment. Returns the routine with the statements that were read. Throws Difference.
ir::Routine read_routine(Cursor& cursor, const ir::Routine& proved, const Callees& callees);

// Its parts, which functions of lanes have as well: the comment, and result, name and parameters.
void read_comment(Cursor& cursor, const ir::Routine& proved);
std::string declaration(const ir::Routine& proved);

// The type of a variable as C++ calls it outside detail.
std::string type_text(const ir::Variable& variable);

}  // namespace limbsmith::read
