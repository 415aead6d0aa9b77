#include "ir/routine_builder.hpp"

#include <algorithm>
#include <stdexcept>

namespace limbsmith::ir {
namespace {

using ValueKind = Variable::Kind;
using Many = Variable::Many;
using Role = Variable::Role;

// Whether the value of a scalar is a word for C++: one that is read, compared with or computed from words.
bool is_word_valued(const Scalar& scalar, const std::vector<Variable>& variables) {
    switch (scalar.kind()) {
        case Scalar::Kind::constant: return false;
        case Scalar::Kind::read: return variables[scalar.place().variable].kind != ValueKind::integer;
        case Scalar::Kind::lane:
        case Scalar::Kind::permute: return true;
        default: return is_word_valued(scalar.left(), variables) || is_word_valued(scalar.right(), variables);
    }
}

}  // namespace

Variable number_named(std::string name, const Representation& representation, int words) {
    return {std::move(name), ValueKind::number, representation, words};
}
Variable word_named(std::string name) { return {std::move(name), ValueKind::word}; }
Variable count_named(std::string name) { return {std::move(name), ValueKind::word, count}; }
Variable integer_named(std::string name) { return {std::move(name), ValueKind::integer, signed_word}; }
Variable array(Variable element, int count) {
    element.many = Many::fixed;
    element.count = count;
    return element;
}
Variable run_time_array(Variable element) {
    element.many = Many::run_time;
    return element;
}
Variable strided_array(Variable element) {
    element.many = Many::strided;
    return element;
}
Variable bytes_named(std::string name, int count) { return array({std::move(name), ValueKind::byte}, count); }

Place RoutineBuilder::add(Variable variable, Role role) {
    variable.role = role;
    routine_.variables.push_back(std::move(variable));
    return {static_cast<int>(routine_.variables.size()) - 1};
}

Place RoutineBuilder::parameter(Variable variable, Role role) {
    const Place place = add(std::move(variable), role);
    routine_.parameters.push_back(place.variable);
    return place;
}

Place RoutineBuilder::result(Variable variable) {
    const Place place = add(std::move(variable), Role::output);
    routine_.result = place.variable;
    return place;
}

Place RoutineBuilder::table(std::string name, std::vector<uint32_t> words) {
    Variable variable = array(word_named(std::move(name)), static_cast<int>(words.size()));
    variable.table = std::make_shared<const std::vector<uint32_t>>(std::move(words));
    return add(std::move(variable), Role::constant);
}

Place RoutineBuilder::member(const Variable& variable) {
    const auto same = [&](const Variable& it) { return it.is_member() && it.name == variable.name; };
    const auto found = std::ranges::find_if(routine_.variables, same);
    if (found == routine_.variables.end()) return input(variable);
    return {static_cast<int>(found - routine_.variables.begin())};
}

void RoutineBuilder::assign(const Place& target, Scalar value) {
    if (words_at(target) != 1) throw std::logic_error(variable(target).name + " is not a word");
    append({Assign{target, std::move(value)}});
}

void RoutineBuilder::copy(const Place& target, const Place& source) {
    if (words_at(target) != words_at(source))
        throw std::logic_error(variable(target).name + " has other words than " + variable(source).name);
    append({Copy{target, source}});
}

void RoutineBuilder::copy(const Place& target, std::vector<uint32_t> limbs) {
    if (words_at(target) != static_cast<int>(limbs.size()))
        throw std::logic_error(variable(target).name + " has other words than the constant");
    append({Copy{target, std::move(limbs)}});
}

void RoutineBuilder::call(const std::string& callee, std::vector<Call::Argument> arguments,
                          std::vector<Place> results) {
    const Signature called = signature(library_[callee]);
    if (arguments.size() != called.inputs.size() || results.size() != called.outputs.size())
        throw std::logic_error(callee + " has other parameters");
    for (size_t i = 0; i < arguments.size(); ++i) check_argument(callee, called.inputs[i], arguments[i]);
    for (size_t i = 0; i < results.size(); ++i) {
        const bool is_array = called.outputs[i].many != Many::one;
        if (is_array ? !is_whole_array(results[i]) : words_at(results[i]) != called.outputs[i].words)
            throw std::logic_error(callee + " gives other words for " + variable(results[i]).name);
    }
    for (const auto* members : {&called.members_read, &called.members_written}) {
        for (const Signature::Parameter& it : *members)
            member({it.name, it.kind, it.representation, it.words});
    }
    append({Call{callee, std::move(arguments), std::move(results)}});
}

void RoutineBuilder::loop(Range range, Invariant invariant, const std::function<void(Place)>& body) {
    const Place counter =
        local(is_word_valued(range.bound, routine_.variables) ? word_named(std::move(range.counter))
                                                              : integer_named(std::move(range.counter)));
    For loop{counter.variable,     range.order, std::move(range.first), std::move(range.bound), range.unroll,
             std::move(invariant), {},          range.is_in_step};
    Block* outer = block_;
    block_ = &loop.body;
    body(counter);
    block_ = outer;
    append({std::move(loop)});
}

void RoutineBuilder::when(Scalar condition, const std::function<void()>& body) {
    If decision{std::move(condition), {}};
    Block* outer = block_;
    block_ = &decision.body;
    body();
    block_ = outer;
    append({std::move(decision)});
}

void RoutineBuilder::exchange(Exchange::Kind kind, const Place& target, Scalar value, Scalar from) {
    append({Exchange{kind, target, std::move(value), std::move(from)}});
}

void RoutineBuilder::atomic_add(const Place& target, const Place& word, Scalar value) {
    if (words_at(target) != 1 || words_at(word) != 1 || variable(word).role != Role::global)
        throw std::logic_error(variable(word).name + " has no words of all groups");
    append({AtomicAdd{target, word, std::move(value)}});
}

Routine RoutineBuilder::finish() && {
    const std::vector<Variable>& variables = routine_.variables;
    const auto is_read_member = [&](int id) {
        return variables[id].is_member() && variables[id].role == Role::input;
    };
    const auto is_written_member = [&](int id) {
        return variables[id].is_member() && variables[id].role == Role::output;
    };
    std::vector<int> members, others;
    for (int id : routine_.parameters) (is_read_member(id) ? members : others).push_back(id);
    std::ranges::stable_partition(others, is_written_member);
    auto after_inputs = others.begin();
    for (auto it = others.begin(); it != others.end(); ++it) {
        if (variables[*it].role == Role::input || is_written_member(*it)) after_inputs = it + 1;
    }
    others.insert(after_inputs, members.begin(), members.end());
    routine_.parameters = std::move(others);
    return std::move(routine_);
}

bool RoutineBuilder::is_whole_array(const Place& place) const {
    return variable(place).is_array() && !place.element && !place.limb_index;
}

int RoutineBuilder::words_at(const Place& place) const {
    const Variable& it = variable(place);
    if (it.is_array() != place.element.has_value()) throw std::logic_error(it.name + " is not one value");
    return place.limb_index ? 1 : it.words;
}

void RoutineBuilder::check_argument(const std::string& callee, const Signature::Parameter& parameter,
                                    const Call::Argument& argument) const {
    const bool wants_array = parameter.many != Many::one;
    const auto* place = std::get_if<Place>(&argument);
    const bool fits = !place        ? parameter.kind != ValueKind::number && !wants_array
                      : wants_array ? !place->element && !place->limb_index
                                    : words_at(*place) == parameter.words;
    if (!fits) throw std::logic_error(callee + " takes something else for " + parameter.name);
}

}  // namespace limbsmith::ir
