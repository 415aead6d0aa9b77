// Reads a straight-line function of a header, and compares it with the program that was proved.
//
// Promises: comment, signature, the asm statement, the path for hosts, and the results are those of the program; every
// token is compared, and notes between instructions.
#pragma once

#include <string>

#include "catalogue/operation.hpp"
#include "ptx/surface.hpp"
#include "read/cursor.hpp"

namespace limbsmith::read {

// Throws Difference.
void read_function(Cursor& cursor, const catalogue::Function& proved);
// Its parts, which macros have as well: the comment, with these words behind the formula, and the asm statement.
void read_comment(Cursor& cursor, const catalogue::Function& proved, std::string_view behind_formula = {});
void read_asm(Cursor& cursor, const ir::Program& proved, const ptx::Spelling& spelling);

// As C++ calls it.
std::string type_text(const ir::Representation& representation);

}  // namespace limbsmith::read
