// How a header spells its functions: their names, and the C++ expressions of their words.
//
// Promises: states the spelling independently of the emitters, so a wrong name or a wrong word in an operand
// list is detected. Uses ir and spec.
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

// The spelling of the inline style: numbers are structs; members of the modulus object belong to m.
std::string in_struct(const std::string& parameter, const ir::Representation& representation, size_t index);

// The spelling of one variant of every function: inline, or macros on local or on global memory.
struct Surface {
    // The name of the function of a label: add or add_carry_loc for add+carry.
    std::function<std::string(const std::string& label)> function;
    Spelling word;
};

// The surfaces of a header: one in the inline style; two in the macro style, local and global memory.
std::vector<Surface> surfaces(const Spec& spec);

}  // namespace limbsmith::ptx
