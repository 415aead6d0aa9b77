// How a header spells its functions: their names, and the C++ expressions of their words.
//
// Promises: said here a second time, apart from the emitters, so that a wrong name or a wrong word in an
// operand list shows. Uses ir and spec.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "spec/spec.hpp"

namespace limbsmith::ptx {

// How the code around a statement spells word `index` of a parameter: a.limb[3], count, (a_loc)[3].
using Spelling = std::function<std::string(const std::string& parameter,
                                           const ir::Representation& representation, size_t index)>;

// Functions of the inline style: numbers are structs, members of the modulus object belong to m.
std::string in_struct(const std::string& parameter, const ir::Representation& representation, size_t index);

// One of the forms in which a header has every function.
struct Surface {
    // Its name, of its label (add, add+carry): add, add_carry_loc ...
    std::function<std::string(const std::string& label)> function;
    Spelling word;
};

// All forms that a header has: one of the inline style; two of macros, on local and on global memory.
std::vector<Surface> surfaces(const Spec& spec);

}  // namespace limbsmith::ptx
