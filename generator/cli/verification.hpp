// Proves each function of a header and tests its printed text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "engine/proof_cache.hpp"
#include "ptx/trial.hpp"

namespace limbsmith::cli {

struct Verification {
    std::string name;
    size_t instructions;
    engine::Answer proof;
    ptx::Trial trial;

    bool is_wrong() const { return !trial.wrong.empty(); }
    bool is_proved() const { return proof.is_proved; }
    bool is_good() const { return is_proved() && !is_wrong(); }
};

struct Tests {
    size_t cases;  // for each function
    uint64_t seed;
};

// Runs on all cores. Results are in the order of the functions. `header` is a text with one asm statement for
// each function. Throws Error (failed) if the text is ill-formed or has other statements.
std::vector<Verification> verify(const std::vector<catalogue::Function>& functions, const std::string& header,
                                 const Tests& tests, engine::ProofCache& proofs);

}  // namespace limbsmith::cli
