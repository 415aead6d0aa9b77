// Libraries of sums over the lanes of a group.
#pragma once

#include "algorithm/group/carry_lookahead.hpp"
#include "ir/library.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

// add, add+carry for `words` limbs, which are the leaves of sums over lanes.
inline ir::Library group_leaves(int words) {
    ir::Library library;
    std::vector<ir::Program> sums = whole_programs("add", Width{limb_bits * words});
    library.add(sums[0], "add");
    library.add(sums[1], "add+carry");
    return library;
}

}  // namespace limbsmith::test
