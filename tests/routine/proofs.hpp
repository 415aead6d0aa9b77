// Whether routines are proved, as they are and with a part that says something else.
#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "routine/derived.hpp"

namespace limbsmith::test {

inline ir::Routine routine_of(const ir::Library& library, const std::string& key) {
    return std::get<ir::Routine>(library[key]);
}

// The loop number `index` of the routine that has an invariant, from 0.
inline ir::For& loop_of(ir::Routine& routine, int index = 0) {
    for (ir::Statement& statement : routine.body) {
        auto* loop = std::get_if<ir::For>(&statement.what);
        if (loop && !loop->invariant.empty() && index-- == 0) return *loop;
    }
    throw std::logic_error("no loop");
}

// The library with another program or routine of this name.
inline ir::Library with(const ir::Library& library, const std::string& key,
                        const ir::Library::Callable& other) {
    ir::Library changed;
    for (const auto& [name, callable] : library.all()) changed.add(name == key ? other : callable, name);
    return changed;
}

// The library with another contract of a program or routine.
inline ir::Library with_contract(const ir::Library& library, const std::string& key,
                                 const std::function<void(ir::Contract&)>& change) {
    ir::Library::Callable other = library[key];
    std::visit([&](auto& it) { change(it.contract); }, other);
    return with(library, key, other);
}

// A routine that has a derivation, and its changes. A change is proved if the derivation, or one that a short
// search finds, holds for it.
class Changes {
  public:
    Changes(const ir::Library& library, std::string key)
        : library_(library), key_(std::move(key)), attack_(library, key_, 1) {}

    bool are_proved(const std::function<void(ir::Routine&)>& change) {
        ir::Routine routine = routine_of(library_, key_);
        change(routine);
        return attack_.succeeds(routine);
    }
    // Whether it is still proved with a changed contract of a callee.
    bool are_proved_by(const std::string& part, const std::function<void(ir::Contract&)>& change) {
        return attack_.succeeds(routine_of(library_, key_), with_contract(library_, part, change));
    }

  private:
    const ir::Library& library_;
    std::string key_;
    Attack attack_;
};

inline ir::Bound& bound_of(std::vector<ir::Bound>& bounds, const std::string& name) {
    return *std::ranges::find(bounds, name, &ir::Bound::name);
}

}  // namespace limbsmith::test
