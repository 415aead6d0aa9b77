// Each function of a header proved, and its printed text tested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "proof/cache.hpp"
#include "ptx/trial.hpp"

namespace limbsmith::cli {

struct Verification {
    std::string name;
    size_t instructions;
    proof::Answer proof;
    ptx::Trial trial;

    bool is_wrong() const { return !trial.wrong.empty(); }
    bool is_proved() const { return proof.verdict.is_proved; }
    bool is_good() const { return is_proved() && !is_wrong(); }
};

struct Tests {
    size_t cases;  // for each function
    uint64_t seed;
};

// On all cores, in the order of the functions. `header` is the text that holds one asm statement for each.
// Throws Error (failed) where the text cannot be read or has others.
std::vector<Verification> verify(const std::vector<catalogue::Function>& functions, const std::string& header,
                                 const Tests& tests, proof::Cache& proofs);

}  // namespace limbsmith::cli
