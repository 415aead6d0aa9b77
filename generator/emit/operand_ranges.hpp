// The ranges of a function's operands as generated code passes them to the sampler of operands (samples.hpp
// of the runtime).
#pragma once

#include "emit/function_model.hpp"
#include "ir/program.hpp"

namespace limbsmith::emit {

// The modulus in generated code: the expression `known`, or else the member n of an object op.m.
struct ModulusText {
    std::string known{};  // modulus()
    mpz_class value{};    // 0 if there is none; the largest possible if it is given at run time
};

// For each operand other than the modulus object: name; function, `below` or `positive`; limit, the other
// arguments of that function. Counts are drawn small. An operand comes after those that its limit depends on.
// requires: each limit is a number, or a number times another operand or the modulus. `holds_modulus`: there is an
// object op.m.
Json operand_ranges(const ir::Program& program, const ModulusText& modulus, bool holds_modulus);

}  // namespace limbsmith::emit
