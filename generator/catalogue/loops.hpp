// The loops of a header: C++ code that calls straight-line functions.
#pragma once

#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace limbsmith::catalogue {

struct Loop {
    std::string name;
    std::vector<std::string> calls;  // straight-line functions and other loops, by name
    std::string bound;               // the number of turns, and the source of that bound
};

// The loops in the order of the header, without those that call no function (to_bytes).
std::vector<Loop> loops(const Spec& spec);

}  // namespace limbsmith::catalogue
