// The straight-line functions of a header: what is printed, proved and tested.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "spec/field_spec.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

struct Function {
    std::string label;  // its name; where two functions are called so, with the second output: add+carry
    ir::Program program;
    std::string source;    // the algorithm and where it is written down
    bool is_part = false;  // of a loop, and for its use alone
};

// All of them, in the order of the header, with what its loops call.
std::vector<Function> header_functions(const Spec& spec);
std::vector<Function> header_functions(const FieldSpec& spec);

}  // namespace limbsmith::plan
