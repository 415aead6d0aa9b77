// The function that a batch of an operation runs: the program or the loop of the header, and the conversions around it.
// The interpreter runs it (computation.hpp), and kernels call it.
#pragma once

#include "catalogue/loops.hpp"

namespace limbsmith::catalogue {

struct BatchFunction {
    ir::Program
        meaning;  // meaning(operation, spec): its inputs and outputs are those of `callable`, in this order
    Loops loops;  // the callees of a routine
    // A function of the header; or a routine that is not in the header and calls one, with a name of its own.
    ir::Library::Callable callable;
    bool is_in_header;
    // If not empty, one call takes several numbers: this input says how many, and other parameters are arrays. The
    // meaning speaks of each.
    std::string length{};

    // The most numbers of one call.
    int group() const;
    // The routine by which a block computes some numbers of limb-major arrays together; null where there is none.
    const Tile* tile() const;
};

BatchFunction batch_function(const Operation& operation, const Spec& spec);

}  // namespace limbsmith::catalogue
