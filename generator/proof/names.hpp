// The names in a contract.
#pragma once

#include <optional>
#include <string>

#include "ir/program.hpp"

namespace limbsmith::proof {

// Which name of the contract is not what it has to be, or nothing. Each input and output has a name of its
// own; what is required and given of inputs speaks of inputs alone, and nothing speaks of a name that is not
// there.
std::optional<std::string> unclear_names(const ir::Program& program);

}  // namespace limbsmith::proof
