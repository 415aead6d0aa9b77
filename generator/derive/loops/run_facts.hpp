// The facts that the rule `run` states, by their numbers.
#pragma once

#include "derive/loops/legs.hpp"

namespace limbsmith::derive::loops {

// The facts of the rule `run`, by the numbers of its facts and of its new values.
struct RunFacts {
    Id first;
    Variable d;
    Id divisor() const { return first + 8; }  // d >= 0
    Id f() const { return first + 9; }        // f = d·x
    Id g() const { return first + 10; }
    Id sum() const { return first + 11; }     // d = s·f + t·g
    Id last_f() const { return first + 12; }  // the same for the last f and g
    Id last_sum() const { return first + 14; }
    Polynomial value(Variable k) const {
        return Polynomial::of(d + k);
    }  // x, y, s, t, last x, y, s, t from 1
};

inline RunFacts facts_of(const Legs& legs, Variable run) {
    const Id first = legs.state().known_runs.at(run);
    return {first, legs.fact(first + 8).terms().begin()->first[0]};
}

}  // namespace limbsmith::derive::loops
