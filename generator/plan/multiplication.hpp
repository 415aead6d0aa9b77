// The multiplications available for an operation, and the choice of `auto`.
#pragma once

#include <functional>
#include <vector>

#include "algorithm/product.hpp"
#include "ir/program.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

// The algorithms of a choice; rows for `auto`.
algorithm::Product product(MulChoice mul);
algorithm::Square square(MulChoice mul);

// Every multiplication that the width allows, without `auto`.
std::vector<MulChoice> multiplications(Width width);

// Rows, or Karatsuba with the number of levels that pays: its halves are long enough, and each level saves
// enough of `time`, the estimated time of a multiplication.
MulChoice cheapest_multiplication(Width width, const std::function<double(MulChoice)>& time);

// `asked`, or if that is `auto` the cheapest for the programs of `build`.
MulChoice chosen(Width width, MulChoice asked, const std::function<ir::Program(MulChoice)>& build);

}  // namespace limbsmith::plan
