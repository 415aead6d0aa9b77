// The multiplications that there are for an operation, and which one `auto` takes.
#pragma once

#include <vector>

#include "algorithm/product.hpp"
#include "ir/program.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

// The algorithms of a choice; rows where the choice is left to us.
algorithm::Product product(MulChoice mul);
algorithm::Square square(MulChoice mul);

// mul, sqr, mul_lo, mul_hi, smul
bool is_multiplication(Op op);

// The program of a multiplication, through the pipeline. requires: is_multiplication(op).
ir::Program multiplication(Op op, Width width, MulChoice mul);

// Every multiplication that the width allows, `auto` left out.
std::vector<MulChoice> multiplications(Width width);

// What is made when `mul` is asked for: `mul`, unless it leaves the choice to us. requires:
// is_multiplication(op).
MulChoice chosen(Op op, Width width, MulChoice mul);

}  // namespace limbsmith::plan
