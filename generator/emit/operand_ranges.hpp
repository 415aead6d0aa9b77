// The ranges of a function's operands as generated code passes them to the sampler of operands (samples.hpp of the
// runtime).
#pragma once

#include <gmpxx.h>

#include <string>
#include <vector>

#include "catalogue/known_results.hpp"
#include "emit/function_model.hpp"
#include "ir/program.hpp"

namespace limbsmith::emit {

// The modulus in generated code: the expression `known`, or else the member n of an object op.m.
struct ModulusText {
    std::string known{};  // modulus()
    mpz_class value{};    // 0 if there is none; the largest possible if it is given at run time
};

using catalogue::OperandRange;

// For each range: name; function, `below`, `positive` or `odd`; limit, the other arguments of that function.
// `holds_modulus`: there is an object op.m.
Json ranges_model(const std::vector<OperandRange>& ranges, const ir::Program& program,
                  const ModulusText& modulus, bool holds_modulus);

}  // namespace limbsmith::emit
