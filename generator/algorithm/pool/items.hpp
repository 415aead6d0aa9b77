// Kernels whose lanes or groups have items, one after the other.
#pragma once

#include <string>

#include "algorithm/pool/shape.hpp"
#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::pool {

struct Items {
    ir::RoutineBuilder builder;
    ir::Place group;

    Items(const char* name, int lanes, const ir::Library& library) : builder(name, library) {
        builder.routine().mapping = lanes;
        group = builder.input(ir::word_named("group"));
    }
    ir::Place word(const std::string& name) { return builder.local(ir::word_named(name)); }
    ir::Place word(const std::string& name, const ir::Scalar& value) {
        const ir::Place made = word(name);
        builder.assign(made, value);
        return made;
    }
    ir::Place given(const char* name) { return builder.input(ir::word_named(name)); }
    // The number of the thread, over all groups.
    ir::Place thread() { return word("index", ir::Scalar(group) * ir::warp + ir::lane()); }
    // The sum that the counter gets from all lanes below this one, of this and of earlier warps: the prefix sum of a
    // value in each warp, and one addition for all of it. `sum` is the value of the own lanes.
    struct Reserved {
        ir::Place first, sum;
    };
    Reserved reserve(const ir::Place& value, const ir::Place& counter);
    static ir::Scalar units_of(const ir::Scalar& bits) { return (bits + (unit_bits - 1)) >> 8; }
};

}  // namespace limbsmith::algorithm::pool
