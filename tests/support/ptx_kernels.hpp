// A PTX module with one kernel for each program, for ptxas without a front end.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::test {

// A program and the name of its kernel.
struct PtxKernel {
    std::string name;
    const ir::Program* program;
};

// Defines for each program a kernel
//     void NAME(uint32_t* result, const uint32_t* input)
// Thread t computes case t: it reads the words of all inputs, in order, executes the instructions of the
// program's asm statement, and writes the words of all outputs. The cases are contiguous in input and result.
// PTX ISA 7.8 for sm_75, which ptxas accepts for every later target. requires: each program passed the
// pipeline.
std::string ptx_kernels(std::span<const PtxKernel> kernels);

}  // namespace limbsmith::test
