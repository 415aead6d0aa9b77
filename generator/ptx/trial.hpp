// Emitted text put to the test: an asm statement on edges and random inputs against the contract, with GMP.
#pragma once

#include <cstddef>
#include <string>

#include "eval/samples.hpp"
#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"

namespace limbsmith::ptx {

struct Trial {
    size_t cases = 0;   // how many inputs were tried, the wrong one included
    std::string wrong;  // what is wrong, with the inputs; empty where nothing is
};

// Runs the statement, which is of the inline style, on `cases` inputs that the contract of the program
// allows: the smallest and the largest, edges for half of them, equal operands among these, then random ones;
// stops at the first that breaks the contract. A statement that is ill-formed or loses a carry is wrong
// before it runs.
Trial try_out(const AsmStatement& statement, const ir::Program& program, eval::Samples& samples,
              size_t cases);

}  // namespace limbsmith::ptx
