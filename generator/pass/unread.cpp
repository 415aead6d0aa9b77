#include "pass/unread.hpp"

#include <set>

#include "ir/lane_uses.hpp"

namespace limbsmith::pass {
namespace {

bool remove(ir::Block& block, const ir::Routine& routine, const std::set<int>& read) {
    bool has_removed = std::erase_if(block, [&](const ir::Statement& statement) {
        const auto* it = std::get_if<ir::Assign>(&statement.what);
        return it && routine.variables[it->target.variable].role == ir::Variable::Role::local &&
               !read.contains(it->target.variable);
    });
    for (ir::Statement& statement : block) {
        if (auto* loop = std::get_if<ir::For>(&statement.what))
            has_removed |= remove(loop->body, routine, read);
        if (auto* decision = std::get_if<ir::If>(&statement.what))
            has_removed |= remove(decision->body, routine, read);
    }
    return has_removed;
}

}  // namespace

ir::Routine without_unread(ir::Routine routine) {
    while (remove(routine.body, routine, ir::LaneUses(routine).read)) {
    }
    return routine;
}

}  // namespace limbsmith::pass
