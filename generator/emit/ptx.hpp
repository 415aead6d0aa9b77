// A program as one PTX `asm` statement.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::emit {

// How the surrounding code spells word `index` of a parameter.
using Spelling = std::function<std::string(const std::string& parameter,
                                           const ir::Representation& representation, int index)>;

// The statement: its instructions, and the expressions behind %0, %1, ...: outputs first, then the inputs it
// reads. Outputs are written while inputs are still read, so that they all want early-clobber constraints.
struct PtxStatement {
    int temporaries = 0;  // t0 ... of .u32
    int pairs = 0;        // d0 ... of .u64
    std::vector<std::string> instructions;
    std::vector<std::string> outputs;
    std::vector<std::string> inputs;
};

// The instructions as they are: what is to be compiled passes pass::in_safe_forms first. requires: program
// passed the pipeline. PTX ISA 9.0; every instruction is there from sm_50 on.
PtxStatement ptx(const ir::Program& program, const Spelling& spelling);

}  // namespace limbsmith::emit
