// Reduces a program that is compiled wrongly.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace limbsmith::fuzz {

// Removes outputs and instructions of `program` as long as `is_wrong` holds for the rest. requires:
// is_wrong(program).
ir::Program reduced(ir::Program program, const std::function<bool(const ir::Program&)>& is_wrong);

}  // namespace limbsmith::fuzz
