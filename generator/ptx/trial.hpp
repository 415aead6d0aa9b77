// Emitted text put to the test: an asm statement on edges and random inputs against the contract, with GMP.
#pragma once

#include <cstddef>

#include "eval/samples.hpp"
#include "eval/trial.hpp"
#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"

namespace limbsmith::ptx {

using Trial = eval::Trial;

// Runs the statement, which is of the inline style, on `cases` inputs (eval/trial). A statement that is
// ill-formed or loses a carry is wrong before it runs.
Trial try_out(const AsmStatement& statement, const ir::Program& program, eval::Samples& samples,
              size_t cases);

}  // namespace limbsmith::ptx
