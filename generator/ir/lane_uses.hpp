// The values of its group that the statements of a routine name, and the variables that they read.
#pragma once

#include <set>

#include "ir/routine.hpp"

namespace limbsmith::ir {

// Whether they ask which lane runs them, and whether they have a ballot.
struct LaneUses {
    bool lane = false, ballot = false;
    std::set<int> read{};

    explicit LaneUses(const Routine& routine) { add(routine.body); }

    void operator()(const Assign& it) { write(it.target), add(it.value); }
    void operator()(const Copy& it) {
        write(it.target);
        if (const auto* source = std::get_if<Place>(&it.source)) add(*source);
    }
    void operator()(const Call& it) {
        for (const auto& argument : it.arguments)
            std::visit([&](const auto& given) { add(given); }, argument);
        for (const Place& place : it.results) write(place);
    }
    void operator()(const For& it) { add(it.first), add(it.bound), add(it.body); }
    void operator()(const If& it) { add(it.condition), add(it.body); }
    void operator()(const Exchange& it) {
        ballot |= it.kind == Exchange::Kind::ballot;
        write(it.target), add(it.value), add(it.from);
    }
    void operator()(const Barrier&) {}
    void operator()(const MatrixLoad& it) { write(it.target), add(it.row); }
    void operator()(const MatrixProduct& it) { add(it.sums), add(it.a), add(it.b); }
    void operator()(const AtomicAdd& it) { write(it.target), write(it.word), add(it.value); }

  private:
    void write(const Place& place) {
        if (place.element) add(*place.element);
        if (place.limb_index) add(*place.limb_index);
    }
    void add(const Place& place) {
        read.insert(place.variable);
        write(place);
    }
    void add(const Scalar& scalar) {
        using Kind = Scalar::Kind;
        lane |= scalar.kind() == Kind::lane;
        if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return;
        if (scalar.kind() == Kind::read) return add(scalar.place());
        if (scalar.kind() == Kind::select) add(scalar.other());
        add(scalar.left()), add(scalar.right());
    }
    void add(const Block& block) {
        for (const Statement& statement : block)
            std::visit([&](const auto& it) { (*this)(it); }, statement.what);
    }
};

}  // namespace limbsmith::ir
