// Runs a routine over lanes on whole numbers, by the interpreter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "eval/routine.hpp"

namespace limbsmith::catalogue {

// The results for numbers [first, last): lane l of number k has its part of the words of k. Operands and results are columns,
// as those of RoutineInterpreter::run, with the words of all lanes; an array of words, of which there are `elements`, is the same
// in all lanes. requires: `interpreter` is that of `routine`, which has no arrays of numbers or bytes as parameters. Throws as
// RoutineInterpreter::run does.
void run_over_lanes(eval::RoutineInterpreter& interpreter, const ir::Routine& routine,
                    std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
                    size_t result_count, std::span<const size_t> elements = {});

}  // namespace limbsmith::catalogue
