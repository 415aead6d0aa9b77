// The loops of a header: C++ around straight-line functions, with what is known of them.
#pragma once

#include <string>
#include <vector>

#include "spec/spec.hpp"

namespace limbsmith::catalogue {

struct Loop {
    std::string name;
    std::vector<std::string> calls;  // straight-line functions and other loops, by name
    std::string bound;               // how often it runs, and why that is enough
};

// All of them, in the order of the header; those that call no function (to_bytes) are left out.
std::vector<Loop> loops(const Spec& spec);

}  // namespace limbsmith::catalogue
