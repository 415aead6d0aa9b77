// The functions of a header over lanes as types for batches, computed from their descriptions.
#pragma once

#include <string>
#include <vector>

#include "catalogue/known_results.hpp"
#include "catalogue/loops.hpp"
#include "spec/spec.hpp"

namespace limbsmith::read {

struct LaneCallable {
    std::string name;     // of the type
    ir::Routine routine;  // that it calls
    bool is_in_header;    // else the header has it for batches alone
};
std::vector<LaneCallable> lane_callables(const Spec& spec, const catalogue::Loops& loops);

// The text of namespace ops, and of the numbers that batches have.
std::string lane_operations(const Spec& spec, const std::vector<LaneCallable>& all,
                            const catalogue::Loops& loops, const std::string& digest,
                            catalogue::KnownResults& known);

}  // namespace limbsmith::read
