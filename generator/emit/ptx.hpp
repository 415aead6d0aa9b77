// A program as one PTX `asm` statement.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::emit {

// The expression of word `index` of a parameter in the surrounding code.
using Spelling = std::function<std::string(const std::string& parameter,
                                           const ir::Representation& representation, int index)>;

// The instructions, and the expressions behind %0, %1, ...: first the outputs, then the inputs that are read.
// Outputs are written before the last input is read, so all of them need early-clobber constraints.
struct PtxStatement {
    int temporaries = 0;  // number of .u32 registers t0, t1 ...
    int pairs = 0;        // number of .u64 registers d0, d1 ...
    std::vector<std::string> instructions;
    std::multimap<size_t, std::string> comments;  // by the number of instructions in front of them
    std::vector<std::string> outputs;
    std::vector<std::string> inputs;
};

// Prints the instructions unchanged. Programs to be compiled pass pass::in_safe_forms first. requires:
// program passed the pipeline. PTX ISA 9.0; every instruction exists from sm_50 on.
PtxStatement ptx(const ir::Program& program, const Spelling& spelling);

}  // namespace limbsmith::emit
