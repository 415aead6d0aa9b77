// The index at the head of a header lists its functions and their costs.
#pragma once

#include <string>
#include <vector>

#include "catalogue/loops.hpp"

namespace limbsmith::emit {

// A line for each function, `mul   44 instructions, 24 wide products`, and for each name of a loop, `pow   a loop of
// mul, sqr`. Parts of loops are left out.
std::vector<std::string> index(const std::vector<catalogue::Function>& functions,
                               const catalogue::Loops& loops);

}  // namespace limbsmith::emit
