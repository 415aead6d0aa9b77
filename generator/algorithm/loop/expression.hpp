// An expression of numbers, computed by one function: nothing between its operations leaves the registers.
#pragma once

#include "ir/routine_builder.hpp"
#include "spec/fused.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::loop {

// expr(inputs...): the value modulo 2^(32·limbs). Calls add, sub, `product`, which gives a product modulo 2^(32·limbs) of
// any limbs, and `square`, where the library has it.
ir::Routine expression(Width width, const Fused& fused, const char* product, const char* square,
                       const ir::Library& library);
// Its inputs, its result and its contract.
ir::Program expression_meaning(Width width, const Fused& fused);

}  // namespace limbsmith::algorithm::loop
