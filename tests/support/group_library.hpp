// Libraries of what lanes of a group call.
#pragma once

#include "algorithm/group/carry_lookahead.hpp"
#include "algorithm/group/montgomery.hpp"
#include "algorithm/group/rows.hpp"
#include "algorithm/group/words.hpp"
#include "ir/library.hpp"
#include "pass/pass.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

// For numbers of `words` limbs a lane.
inline ir::Library group_leaves(int words) {
    namespace group = algorithm::group;
    const Width width{limb_bits * words};
    ir::Library library;
    for (const auto& [operation, flag] : {std::pair{"add", "add+carry"}, {"sub", "sub+borrow"}}) {
        std::vector<ir::Program> both = whole_programs(operation, width);
        library.add(both[0], operation);
        library.add(both[1], flag);
    }
    for (const char* operation : {"select", "sqr"}) library.add(whole_programs(operation, width)[0]);
    for (const auto& leaf : {group::add_row, group::step_row, group::reduce_row, group::window_sum,
                             group::add_word, group::sub_word, group::add_if})
        library.add(pass::run_pipeline(leaf(words)));
    return library;
}

}  // namespace limbsmith::test
