// Reads the notes of an asm statement (notes.hpp).
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"
#include "read/cursor.hpp"

namespace limbsmith::read {

// requires: the statement, which reads back as `printed`, has no difference from the proved program (ptx/comparison.hpp), nor in
// its layout. The token at begins[k] is the literal of its instruction k, declarations aside; behind the last comes that of
// the brace. Throws Difference.
void read_notes(Cursor& cursor, const ir::Program& proved, const ir::Program& printed,
                const ptx::AsmStatement& statement, const std::vector<size_t>& begins);

}  // namespace limbsmith::read
