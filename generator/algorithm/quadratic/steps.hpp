// An expression as steps, each of one product at most, and where its numbers lie.
//
// A tile has *slots*, each for a number of all its lanes. Operands lie in the first ones. A number that is no longer
// read leaves its slot to another, and steps come in an order that needs few slots. The value of the expression does
// not lie in a slot, but in the array of results, to which steps may add.
#pragma once

#include <vector>

#include "spec/fused.hpp"

namespace limbsmith::algorithm::quadratic {

// target = [target] + [left·right] + the sum of the terms, modulo 2^(32·limbs)
struct Step {
    struct Term {
        int slot;
        bool is_negative = false;
    };
    static constexpr int result = -1, none = -1;

    int target;             // a slot, or the result
    bool is_added = false;  // to the value of the target
    int left = none, right = none;
    // -left·right is (2^n - 1 - left)·right + right modulo 2^n; the last is one of the terms.
    bool is_complemented = false;
    std::vector<Term> terms{};
    int scratch = none;  // a slot that has no number after its operands were read

    bool has_product() const { return left != none; }
    bool is_square() const { return has_product() && left == right && !is_complemented; }
    bool is_product() const { return has_product() && !is_square(); }
};

struct Steps {
    int slots;
    std::vector<Step> all;
};

// requires: no constants.
Steps steps(const Fused& expression);

}  // namespace limbsmith::algorithm::quadratic
