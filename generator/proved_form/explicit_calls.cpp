#include "proved_form/explicit_calls.hpp"

#include <algorithm>
#include <numeric>

#include "check/walk.hpp"

namespace limbsmith::proved_form {
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
            std::visit([](const auto& it) { return check::interface(it, 32); }, library[call->callee]);
        const auto with_members = [&](const auto& parameters, const auto& places) {
            std::remove_cvref_t<decltype(places)> all;
            auto next = places.begin();
            for (const check::Interface::Parameter& it : parameters)
                all.push_back(it.representation.is_member() ? member_of(routine, it.name) : *next++);
            return all;
        };
        // an integer goes as it is, not as a word
        for (ir::Call::Argument& argument : call->arguments) {
            const auto* word = std::get_if<ir::Scalar>(&argument);
            if (!word || word->kind() != ir::Scalar::Kind::read) continue;
            const ir::Place place = word->place();
            const bool is_whole = !place.element && !place.limb_index;
            if (is_whole &&
                routine.variables[static_cast<size_t>(place.variable)].kind == ir::Variable::Kind::integer)
                argument = place;
        }
        call->arguments = with_members(callee.inputs, call->arguments);
        call->results = with_members(callee.outputs, call->results);
    }
}

using Ids = std::vector<int>;  // the new id of each variable

ir::Place moved(ir::Place place, const Ids& ids);

ir::Scalar moved(const ir::Scalar& scalar, const Ids& ids) {
    using Kind = ir::Scalar::Kind;
    if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return scalar;
    if (scalar.kind() == Kind::read) return moved(scalar.place(), ids);
    const ir::Scalar left = moved(scalar.left(), ids), right = moved(scalar.right(), ids);
    return scalar.kind() == Kind::select ? select(moved(scalar.other(), ids), left, right)
                                         : on_operands(scalar, left, right);
}

ir::Place moved(ir::Place place, const Ids& ids) {
    place.variable = ids[static_cast<size_t>(place.variable)];
    if (place.element) place.element = moved(*place.element, ids);
    if (place.limb_index) place.limb_index = moved(*place.limb_index, ids);
    return place;
}

void move(ir::Block& block, const Ids& ids);
void move(ir::Assign& it, const Ids& ids) { it = {moved(it.target, ids), moved(it.value, ids)}; }
void move(ir::Copy& it, const Ids& ids) {
    it.target = moved(it.target, ids);
    if (auto* source = std::get_if<ir::Place>(&it.source)) *source = moved(*source, ids);
}
void move(ir::Call& it, const Ids& ids) {
    for (ir::Call::Argument& argument : it.arguments)
        argument =
            std::visit([&](const auto& what) -> ir::Call::Argument { return moved(what, ids); }, argument);
    for (ir::Place& result : it.results) result = moved(result, ids);
}
void move(ir::For& it, const Ids& ids) {
    it.counter = ids[static_cast<size_t>(it.counter)];
    it.first = moved(it.first, ids);
    it.bound = moved(it.bound, ids);
    move(it.body, ids);
}
void move(ir::If& it, const Ids& ids) {
    it.condition = moved(it.condition, ids);
    move(it.body, ids);
}
void move(ir::Exchange& it, const Ids& ids) {
    it.target = moved(it.target, ids);
    it.value = moved(it.value, ids);
    it.from = moved(it.from, ids);
}
void move(ir::Barrier&, const Ids&) {}
void move(ir::MatrixLoad& it, const Ids& ids) {
    it.target = moved(it.target, ids);
    it.row = moved(it.row, ids);
}
void move(ir::MatrixProduct& it, const Ids& ids) {
    it.sums = moved(it.sums, ids);
    it.a = moved(it.a, ids);
    it.b = moved(it.b, ids);
}
void move(ir::AtomicAdd& it, const Ids& ids) {
    it.target = moved(it.target, ids);
    it.word = moved(it.word, ids);
    it.value = moved(it.value, ids);
}
void move(ir::Block& block, const Ids& ids) {
    for (ir::Statement& statement : block) std::visit([&](auto& what) { move(what, ids); }, statement.what);
}

// A member that is written does not have the name of an input.
void name_members(ir::Routine& routine) {
    for (ir::Variable& it : routine.variables) {
        const auto is_input = [&](const ir::Variable& other) {
            return other.role == ir::Variable::Role::input && !other.is_member() && other.name == it.name;
        };
        if (it.is_member() && std::ranges::any_of(routine.variables, is_input)) it.name = "m." + it.name;
    }
}

// Parameters come first: the inputs, then the returned output, then the other outputs.
void put_in_order(ir::Routine& routine) {
    std::vector<int> order;
    const auto add = [&](const auto& wanted) {
        for (int id : routine.parameters)
            if (wanted(routine.variables[static_cast<size_t>(id)])) order.push_back(id);
    };
    add([](const ir::Variable& it) { return it.role == ir::Variable::Role::input; });
    if (routine.result) order.push_back(*routine.result);
    add([](const ir::Variable& it) { return it.role != ir::Variable::Role::input; });
    const auto parameters = static_cast<int>(order.size());
    for (int id = 0; id < static_cast<int>(routine.variables.size()); ++id)
        if (std::ranges::find(order, id) == order.end()) order.push_back(id);
    Ids ids(order.size());
    std::vector<ir::Variable> variables;
    for (size_t at = 0; at < order.size(); ++at) {
        ids[static_cast<size_t>(order[at])] = static_cast<int>(at);
        variables.push_back(routine.variables[static_cast<size_t>(order[at])]);
    }
    routine.variables = std::move(variables);
    routine.parameters.resize(static_cast<size_t>(parameters));
    std::iota(routine.parameters.begin(), routine.parameters.end(), 0);
    routine.result.reset();
    move(routine.body, ids);
}

}  // namespace

ir::Routine with_explicit_calls(ir::Routine routine, const std::string& key, const ir::Library& library) {
    // a signed word is an integer
    for (ir::Variable& it : routine.variables)
        if (it.kind == ir::Variable::Kind::word && it.representation.is_signed())
            it.kind = ir::Variable::Kind::integer, it.representation = ir::word;
    const ir::Routine original = routine;
    make_explicit(routine.body, original, library);
    name_members(routine);
    put_in_order(routine);
    routine.name = key;
    return routine;
}

}  // namespace limbsmith::proved_form
