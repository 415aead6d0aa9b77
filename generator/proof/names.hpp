// Checks the names in a contract.
#pragma once

#include <optional>
#include <string>

#include "ir/program.hpp"

namespace limbsmith::proof {

// A message on the first misused name of the contract, or nullopt. Inputs and outputs have distinct names.
// Preconditions and givens use inputs only. Every name in a bound or in the relation exists.
std::optional<std::string> unclear_names(const ir::Program& program);

}  // namespace limbsmith::proof
