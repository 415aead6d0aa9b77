// The parts of kernels that compute with numbers of any length, in the memory of a device.
//
// A kernel is a routine whose arrays are global. Their indices count words, from the first word of
// the number that it computes. A group of 32 lanes does a part of the work, and its number `group` says which. Sizes
// are words that the kernel is given, so that one kernel serves numbers of all lengths.
#pragma once

#include <string>

#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::grid {

struct Kernel {
    ir::RoutineBuilder builder;
    ir::Place group;

    Kernel(std::string name, const ir::Library& library) : builder(std::move(name), library) {
        builder.routine().mapping = ir::warp;
        group = builder.input(ir::word_named("group"));
    }
    // A word that the kernel is given, and one that it computes.
    ir::Place given(const char* name) { return builder.input(ir::word_named(name)); }
    ir::Place word(const std::string& name) { return builder.local(ir::word_named(name)); }
    ir::Place word(const std::string& name, const ir::Scalar& value) {
        const ir::Place made = word(name);
        builder.assign(made, value);
        return made;
    }
    ir::Place words(const char* name, int count) {
        return builder.local(ir::array(ir::word_named(name), count));
    }
    // target = array[index] if index < length, else 0
    void read(const ir::Place& target, const ir::Place& array, const ir::Scalar& index,
              const ir::Scalar& length) {
        builder.assign(target, 0);
        builder.when(less(index, length), [&] { builder.assign(target, array[index]); });
    }
    // The value of the lane `distance` below; 0 where there is none.
    ir::Place from_below(const std::string& name, const ir::Scalar& value, int distance) {
        const ir::Place made = word(name);
        builder.exchange(ir::Exchange::Kind::from_lane, made, value, ir::lane() - distance);
        builder.when(less(ir::lane(), distance), [&] { builder.assign(made, 0); });
        return made;
    }
    // The number of the thread, over all groups.
    ir::Scalar thread() const { return ir::Scalar(group) * ir::warp + ir::lane(); }
};

}  // namespace limbsmith::algorithm::grid
