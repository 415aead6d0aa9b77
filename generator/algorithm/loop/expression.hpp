// An expression of numbers, computed by one function: nothing between its operations leaves the registers.
#pragma once

#include <set>

#include "algorithm/loop/residues.hpp"
#include "spec/fused.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::loop {

// Sums of two products that nothing else needs, by their nodes.
std::set<int> sums_of_two_products(const Fused& fused);
// expr(inputs...): the value modulo 2^(32·limbs). Calls add, sub, and `product`, which gives a product modulo
// 2^(32·limbs) of any limbs; where it has a third input, this is 1 for a square. Sums of two
// products call mul_sum, if the library has it. Over several lanes the carries of a sum of several terms are found once.
ir::Routine expression(Width width, const Fused& fused, const char* product, const ir::Library& library);
// expr(inputs...) of elements modulo N. Calls add, sub, mul and sqr; where N is given at run time also one, zero.
ir::Routine expression_modulo(const Residues& residues, const Fused& fused, const ir::Library& library);
// The value over the integers.
ir::ExprPtr expression_value(const Fused& fused);
// Its inputs, its result and its contract.
ir::Program expression_meaning(Width width, const Fused& fused);

}  // namespace limbsmith::algorithm::loop
