// Libraries of the callees of lanes of a group.
#pragma once

#include "algorithm/group/leaves.hpp"
#include "algorithm/group/montgomery.hpp"
#include "ir/library.hpp"
#include "pass/pass.hpp"
#include "plan/multiplication.hpp"
#include "spec/representations.hpp"

namespace limbsmith::test {

// For numbers of `words` limbs a lane.
inline ir::Library group_leaves(int words) {
    ir::Library library;
    for (ir::Program& leaf : algorithm::group::leaves(words, repr::num, plan::product(MulAlgorithm::rows),
                                                      plan::square(MulAlgorithm::rows)))
        library.add(pass::run_pipeline(std::move(leaf)));
    return library;
}

// As many lanes of such numbers.
inline algorithm::group::Group group_of(int lanes, int words) { return {lanes, words, repr::num}; }

}  // namespace limbsmith::test
