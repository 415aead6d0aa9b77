// The ranges of a function's operands as generated code tells them to whoever draws some (samples.hpp of the
// runtime).
#pragma once

#include "emit/function_model.hpp"
#include "ir/program.hpp"

namespace limbsmith::emit {

// Where the code finds the modulus: `known` is an expression for it, or it is the member n of an object op.m.
struct ModulusText {
    std::string known{};  // ::fe25519::modulus()
    mpz_class value{};    // 0 where there is none; for one that is given at run time the largest
};

// Of each operand but the modulus object, in an order in which those that limit others come first: name;
// function, `below` or `positive`; limit, the other arguments of that function. requires: each limit is a
// number, or one times another operand or the modulus. `holds_modulus`: there is an object op.m.
Json operand_ranges(const ir::Program& program, const ModulusText& modulus, bool holds_modulus);

}  // namespace limbsmith::emit
