// A smaller program that is still compiled wrongly.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace limbsmith::fuzz {

// Leaves out outputs and instructions of `program` as long as `is_wrong` says that what is left is compiled
// wrongly. requires: is_wrong(program).
ir::Program reduced(ir::Program program, const std::function<bool(const ir::Program&)>& is_wrong);

}  // namespace limbsmith::fuzz
