// The machine that an example computes on: a GPU if there is one, or an interpreter of its kernels. They say on stdout
// which it is.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "limbsmith/limbsmith.hpp"
#include "machine/interpreting_machine.hpp"

inline std::unique_ptr<limbsmith::grid::Machine> interpreter() {
    std::printf("by the interpreter of the kernels\n");
    return std::make_unique<limbsmith::grid::InterpretingMachine>();
}

// Null if there is no GPU; why_not says why then.
inline std::unique_ptr<limbsmith::grid::Machine> gpu(std::string& why_not) {
    try {
        const limbsmith::Session session(limbsmith::place::device);
        std::printf("on %s\n", session.device().c_str());
        return limbsmith::grid::machine_at(session.where());
    } catch (const limbsmith::runtime::NoDevice& none) {
        why_not = none.what();
        return nullptr;
    }
}

// Null if there is no GPU: the example computes by GMP then.
inline std::unique_ptr<limbsmith::grid::Machine> chosen_machine(bool interprets) {
    if (interprets) return interpreter();
    std::string why_not;
    auto machine = gpu(why_not);
    if (!machine) std::printf("by GMP on one core: %s\n", why_not.c_str());
    return machine;
}

inline bool is_gpu(const limbsmith::grid::Machine* machine) {
    return machine && !dynamic_cast<const limbsmith::grid::InterpretingMachine*>(machine);
}
