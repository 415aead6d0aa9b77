// Operations over lanes as types, which batches are given: with whole numbers in place of the parts that lanes have.
#pragma once

#include <string>
#include <vector>

#include "catalogue/loops.hpp"
#include "emit/operations.hpp"
#include "emit/routine.hpp"
#include "jinja/value.hpp"

namespace limbsmith::emit {

using Json = jinja::Json;

struct LaneOperations {
    // For each operation that was asked for, as in operations_model: name (of the type), function, inputs and
    // outputs (each with `part`, the type of a lane's part; outputs with `first`, the words before them),
    // arguments of the function, ranges of the inputs.
    Operations operations{};
    // Functions that are no operations of the header, as text: they make the modulus object from N, and convert
    // residues.
    std::vector<std::string> conversions;
};

// requires: several lanes; `loops` are those of the header.
LaneOperations lane_operations(const Spec& spec, const catalogue::Loops& loops, const PartNames& parts);

}  // namespace limbsmith::emit
