// Tries an asm statement on edges and random inputs, and checks the results against the contract with GMP.
#pragma once

#include <cstddef>

#include "eval/cases.hpp"
#include "eval/samples.hpp"
#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"

namespace limbsmith::ptx {

using Trial = eval::Trial;

// Runs the statement, in the inline style, on `cases` inputs (eval/cases). A statement that is ill-formed or
// loses a carry fails before it runs.
Trial try_out(const AsmStatement& statement, const ir::Program& program, eval::Samples& samples,
              size_t cases);

}  // namespace limbsmith::ptx
