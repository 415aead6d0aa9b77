// Products of whole numbers: by the multiplication that was asked for, or by the cheapest.
#pragma once

#include <functional>

#include "catalogue/operation.hpp"
#include "plan/multiplication.hpp"

namespace limbsmith::catalogue {

// The program that `build` makes by the chosen multiplication; `source` says where that is written down.
std::vector<Function> multiplication(const Spec& spec, const std::function<ir::Program(MulChoice)>& build,
                                     std::string (*source)(MulChoice));

std::string product_source(MulChoice mul);
std::string square_source(MulChoice mul);

}  // namespace limbsmith::catalogue
