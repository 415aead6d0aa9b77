#include "derive/explicit_calls.hpp"

#include "check/walk.hpp"

namespace limbsmith::derive {
namespace {

// The caller's variable of this name: a member, if the callee's is.
ir::Place member_of(const ir::Routine& routine, const std::string& name) {
    for (size_t id = 0; id < routine.variables.size(); ++id) {
        if (routine.variables[id].name == name && routine.variables[id].is_member())
            return {static_cast<int>(id)};
    }
    throw check::Unsupported("there is no member " + name);
}

void make_explicit(ir::Block& block, const ir::Routine& routine, const ir::Library& library) {
    for (ir::Statement& statement : block) {
        if (auto* loop = std::get_if<ir::For>(&statement.what)) make_explicit(loop->body, routine, library);
        if (auto* decision = std::get_if<ir::If>(&statement.what))
            make_explicit(decision->body, routine, library);
        auto* call = std::get_if<ir::Call>(&statement.what);
        if (!call) continue;
        const check::Interface callee =
            std::visit([](const auto& it) { return check::interface(it); }, library[call->callee]);
        const auto with_members = [&](const auto& parameters, const auto& places) {
            std::remove_cvref_t<decltype(places)> all;
            auto next = places.begin();
            for (const check::Interface::Parameter& it : parameters)
                all.push_back(it.representation.is_member() ? member_of(routine, it.name) : *next++);
            return all;
        };
        call->arguments = with_members(callee.inputs, call->arguments);
        call->results = with_members(callee.outputs, call->results);
    }
}

}  // namespace

ir::Routine with_explicit_calls(ir::Routine routine, const std::string& key, const ir::Library& library) {
    const ir::Routine original = routine;
    make_explicit(routine.body, original, library);
    routine.name = key;
    return routine;
}

}  // namespace limbsmith::derive
