// The parts of routines whose lanes have a part of each number.
#pragma once

#include "ir/routine_builder.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::group {

// The lanes of a group.
struct Group {
    int lanes,
        words;  // how many, a power of two, of a warp or of a block; the limbs of a number that each has
    ir::Representation type;    // of the numbers, in printed text
    int limbs = lanes * words;  // of a number; those of lanes beyond are 0 (value_limbs.hpp)

    bool has_all_limbs() const { return limbs == lanes * words; }
};

// Those of whole numbers of a width. requires: several lanes.
Group group_of(Width width);

// Its lanes, the least significant limbs in lane 0, in a routine.
struct Lanes {
    int count, words, limbs;
    ir::Representation type;
    ir::RoutineBuilder& builder;

    Lanes(const Group& group, ir::RoutineBuilder& of)
        : count(group.lanes), words(group.words), limbs(group.limbs), type(group.type), builder(of) {
        builder.routine().mapping = count;
    }
    bool has_all_limbs() const { return limbs == count * words; }
    ir::Place number(const std::string& name) const;
    ir::Place zero(const char* name) const;  // a number that is 0
    ir::Place word(const std::string& name) const { return builder.local(ir::word_named(name)); }
    void from_lane(const ir::Place& target, ir::Scalar value, ir::Scalar lane) const;
    // `body` for each limb, all turns printed one after the other by the compiler.
    void each_limb(const char* counter, int limbs, const std::function<void(ir::Place)>& body) const;
};

// A multiplier for all lanes, as two words (rows.hpp). The two shuffles name the same lane in different ways:
// compilers would make one of two that are the same.
struct Multiplier {
    ir::Place y0, y1;

    Multiplier(const Lanes& lanes, const char* even, const char* odd)
        : y0(lanes.word(even)), y1(lanes.word(odd)) {}
    void take(const Lanes& lanes, const ir::Scalar& value, const ir::Scalar& lane) const;
};

// A lane's window onto a sum that lies in all lanes (rows.hpp). It is 0 at first.
struct Window {
    const Lanes& lanes;
    ir::Place x, z, in, top, low;

    explicit Window(const Lanes& of);
    void clear() const;
    // Adds a·y, by add_row.
    void add(const ir::Place& a, const Multiplier& y) const;
    // Adds a·y and goes one word further up, by step_row. `low` is the word that it leaves; `in` stays.
    void step(const ir::Place& a, const Multiplier& y) const;
    // Adds q·m and goes one word further up: after add() by reduce_row, or else by step_row. q clears the lowest
    // word of the sum; so lane 0 leaves a 0, and the last lane takes this 0 from there.
    void reduce(const ir::Place& m, const ir::Place& n0inv, const Multiplier& q) const;
    void step_reduced(const ir::Place& m, const ir::Place& n0inv, const Multiplier& q) const;
    // r + 2^(32·words)·over
    void sum(const ir::Place& r, const ir::Place& over) const;
};

// 1 if a bit is 1 in all lanes, else 0.
ir::Scalar every_lane(const Lanes& lanes, const ir::Place& bit);

// r = (r + 2^(32·words)·over) mod m, for a sum of all lanes below 2m. The names of its variables end in the suffix.
void settle(const Lanes& lanes, const ir::Place& r, const ir::Place& over, const ir::Place& m,
            const std::string& suffix = {});

}  // namespace limbsmith::algorithm::group
