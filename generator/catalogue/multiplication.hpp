// Products of whole numbers, by the requested multiplication or the cheapest.
#pragma once

#include <functional>

#include "catalogue/operation.hpp"
#include "plan/multiplication.hpp"

namespace limbsmith::catalogue {

// The program that `build` makes by the chosen multiplication, with the name of its publication from
// `source`.
std::vector<Function> multiplication(const Spec& spec, const std::function<ir::Program(MulChoice)>& build,
                                     std::string (*source)(MulChoice));

std::string product_source(MulChoice mul);
std::string square_source(MulChoice mul);

}  // namespace limbsmith::catalogue
