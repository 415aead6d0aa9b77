// The self-check of kernels that are compiled at run time: before its first use, a kernel is compared with the contract of
// its operation.
//
// Promises: GMP evaluates the contract; no printed code, and no interpreter of it, takes part. A contract has one
// result for each input, but that of `sqrt`, for which every root is right: `check` and users of the header may rely on no
// more. Where and how numbers lie on a device is left to the caller, and so is the record of passed checks (self_check::subject).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "eval/eval.hpp"

namespace limbsmith::session {

// Computes `count` numbers of the operands' columns into `result`, limb-major.
using Batch = std::function<void(std::span<const eval::Column> operands, size_t count, uint32_t* result)>;

struct Extent {
    size_t cases = 0;   // 0: as many as suit the width, of which GMP checks as many as it can in milliseconds
    uint64_t seed = 1;  // of the cases
    bool one_by_one = false;  // a batch has one number
};

// Edges of the operands, then random numbers. The first violation of the contract as text, with operands and results; empty
// if there is none.
std::string difference(const ir::Program& meaning, const Batch& batch, const Extent& extent = {});

}  // namespace limbsmith::session
