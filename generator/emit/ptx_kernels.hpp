// Programs as a PTX module of their own, one kernel each: what ptxas takes without a compiler before it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::emit {

// A program as a kernel of this name.
struct PtxKernel {
    std::string name;
    const ir::Program* program;
};

// For each a kernel
//     void NAME(uint32_t* result, const uint32_t* input)
// of which thread t computes case t: it reads the words of all inputs, one input after the other, does what
// the asm statement of the program does, and writes the words of all outputs. A case follows the one before
// it, in input and in result. PTX ISA 7.8 for sm_75, which ptxas takes for every later target. requires: each
// program passed the pipeline.
std::string ptx_kernels(std::span<const PtxKernel> kernels);

}  // namespace limbsmith::emit
