// Arrays of numbers: functions of the index, writes to them, and facts that hold for each of their entries.
#include <algorithm>

#include "check/budget.hpp"
#include "check/walk.hpp"

namespace limbsmith::check {

bool Walk::is_array(const std::string& name) const {
    Budget::spend(routine_.parameters.size());
    return std::ranges::any_of(routine_.parameters,
                               [&](int id) { return variable(id).name == name && has_entries(id); });
}

// The function at the index, where its properties hold.
Polynomial Walk::value_of(size_t function, int id, const Polynomial& index) {
    const auto reads = [&]() -> std::vector<Function::Read>& { return state_.functions[function].reads; };
    Budget::spend(8 * reads().size());
    const auto at =
        static_cast<size_t>(std::ranges::find(reads(), index, &Function::Read::index) - reads().begin());
    if (at == reads().size()) {
        const Polynomial number = variables_.entry(function, index);
        learn_range(number, size(Kind::number, variable(id).words));
        reads().push_back({index, number});
    }
    if (state_.is_learning) return reads()[at].number;
    while (reads()[at].known < state_.functions[function].properties.size())
        learn_property(state_.functions[function].properties[reads()[at].known++], index);
    return reads()[at].number;
}

// The number that was written last at the index, else the function.
Walk::Entry Walk::entry(int id, const Polynomial& index, bool is_named) {
    const auto entry = [&](const Polynomial& number) {
        return Entry{number, is_named && is_element(id) ? residue(number, factor_, modulus_) : number};
    };
    const Value array = state_.values.at(id);
    Budget::spend(8 * array.writes.size());
    const auto written = std::ranges::find(array.writes.rbegin(), array.writes.rend(), index, &Write::index);
    Entry result =
        entry(written == array.writes.rend() ? value_of(array.function, id, index) : written->number);
    for (auto it = written.base(); it != array.writes.end(); ++it) {
        const Polynomial difference = index - it->index;
        if (difference.is_constant()) continue;
        const Polynomial is_here = is_zero(difference);
        const Entry here = entry(it->number);
        result.number += is_here * (here.number - result.number);
        result.residue += is_here * (here.residue - result.residue);
    }
    return result;
}

Walk::Entry Walk::named_entry(const std::string& name, const Polynomial& index) {
    const int id = id_of(name);
    require(has_entries(id), "an expression has entries of a value that is no array of numbers");
    return entry(id, index, true);
}

// An integer from 0 is the same as a word.
Polynomial Walk::index_of_entry(const ir::Place& place) {
    require(place.element && !place.limb_index, "an array of numbers is no number");
    const ir::Scalar& scalar = *place.element;
    const auto* from = scalar.kind() == ir::Scalar::Kind::read ? &scalar.place() : nullptr;
    const bool is_integer =
        from && !from->element && !from->limb_index && variable(from->variable).kind == Kind::integer;
    const Polynomial index = is_integer ? whole(from->variable) : evaluate(scalar);
    ask_bounds({index, count(place.variable) - 1 - index});
    return index;
}

// A variable or an entry.
Walk::Value Walk::number_at(const ir::Place& place) {
    const int id = place.variable;
    if (has_entries(id)) return {entry(id, index_of_entry(place), false).number};
    require(!place.element && !place.limb_index && !variable(id).is_array(), "a digit is no number");
    whole(id);
    return state_.values.at(id);
}

void Walk::write_number(const ir::Place& place, const Value& value) {
    const int id = place.variable;
    require(has_entries(id) || (!place.element && !place.limb_index && !variable(id).is_array()),
            "a digit is no number");
    if (!has_entries(id)) return write_whole(id, value);
    const Polynomial index = index_of_entry(place), number = sum_of(value, base_);
    require(variable(id).role != ir::Variable::Role::input, "an input is written");
    if (is_element(id)) ask_bounds({modulus_ - 1 - number});
    state_.values[id].writes.push_back({index, number});
}

Walk::Value& Walk::array_of(const ir::Relation& relation) {
    require(relation.left->kind == ir::Expr::Kind::name, "a relation for each entry begins with none");
    const int id = id_of(relation.left->text);
    require(has_entries(id), "an expression has entries of a value that is no array of numbers");
    return state_.values[id];
}

void Walk::add_property(const ir::Relation& relation) {
    Budget::spend(32 * state_.values.size());
    state_.functions[array_of(relation).function].properties.push_back({relation, state_.values});
}

// A relation between the entry at the index and others; an element is below N.
Facts Walk::said(const ir::Relation& relation) {
    const ir::Expr& left = *relation.left;
    const Entry own = named_entry(left.text, left.left ? translate(*left.left) : state_.index->second);
    Facts facts{{Fact::Kind::zero, own.residue - translate(*relation.right)}};
    if (is_element(id_of(left.text))) facts.push_back({Fact::Kind::nonnegative, modulus_ - 1 - own.number});
    return facts;
}

// Where the index is in the range.
void Walk::learn_property(Property property, const Polynomial& index) {
    std::swap(state_.values, property.values);
    const auto outside = std::exchange(state_.index, std::pair(property.relation.index, index));
    const bool is_contract = std::exchange(state_.is_contract, false);
    state_.is_learning = true;
    const Polynomial is_before = is_less(index, translate(*property.relation.from));
    const Polynomial is_in = (1 - is_before) * is_less(index, translate(*property.relation.below));
    for (const auto& [kind, p] : said(property.relation)) state_.given.push_back({kind, is_in * p});
    state_.is_learning = false;
    state_.is_contract = is_contract;
    state_.index = outside;
    std::swap(state_.values, property.values);
}

// Branches for each index that was written, and for any other.
void Walk::for_each(const ir::Relation& range, const std::vector<Write>& writes,
                    const std::function<Facts()>& goals) {
    const auto show = [&](const Polynomial& index, const std::vector<Write>& others) {
        state_.index.emplace(range.index, index);
        learn_bound(index - translate(*range.from));
        learn_bound(translate(*range.below) - 1 - index);
        for (const Write& it : others) learn_zero(is_zero(index - it.index));
        ask(goals());
        state_.index.reset();
    };
    for (const Write& it : writes) branch([&] { show(it.index, {}); });
    branch([&] { show(fresh(), writes); });
}

}  // namespace limbsmith::check
