// Statements for the tests of the interpreter, made from a list of instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "ptx/interpreter.hpp"

namespace limbsmith::test {

using Words = std::vector<uint32_t>;

// A statement with this many operands and its instructions in braces.
inline ptx::Statement statement(size_t outputs, size_t inputs,
                                std::initializer_list<std::string> instructions) {
    ptx::AsmStatement result{"f", 0, {"{"}, {}, {}};
    result.instructions.insert(result.instructions.end(), instructions);
    result.instructions.emplace_back("}");
    result.outputs.assign(outputs, {"=&r", "out"});
    result.inputs.assign(inputs, {"r", "in"});
    return ptx::Statement(result);
}

}  // namespace limbsmith::test
