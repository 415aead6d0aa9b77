// The multiplications that there are for an operation, and which one `auto` takes.
#pragma once

#include <functional>
#include <vector>

#include "algorithm/product.hpp"
#include "ir/program.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

// The algorithms of a choice; rows where the choice is left to us.
algorithm::Product product(MulChoice mul);
algorithm::Square square(MulChoice mul);

// Every multiplication that the width allows, `auto` left out.
std::vector<MulChoice> multiplications(Width width);

// Rows, or as many levels of Karatsuba as pay: where the halves are long and each level saves enough of
// `time`, which estimates a multiplication.
MulChoice cheapest_multiplication(Width width, const std::function<double(MulChoice)>& time);

// `asked`, or the cheapest for the programs that `build` makes where it is `auto`.
MulChoice chosen(Width width, MulChoice asked, const std::function<ir::Program(MulChoice)>& build);

}  // namespace limbsmith::plan
