// The machine that an example computes on: a GPU if there is one, or an interpreter of its kernels. They say on stdout
// which it is.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "grid/gpu.hpp"
#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "machine/interpreting_machine.hpp"

inline std::unique_ptr<limbsmith::grid::Machine> interpreter() {
    std::printf("by the interpreter of the kernels\n");
    return std::make_unique<limbsmith::grid::InterpretingMachine>();
}

// Null if there is no GPU; why_not says why then.
inline std::unique_ptr<limbsmith::grid::Machine> gpu(std::string& why_not) {
    using namespace limbsmith;
    const auto device = runtime::find_device_for_kernels(place::automatic, &why_not);
    if (!device) return nullptr;
    auto machine = std::make_unique<grid::Gpu>(*device);
    grid::self_check(*machine);
    std::printf("on %s\n", device->name().c_str());
    return machine;
}

inline std::unique_ptr<limbsmith::grid::Machine> gpu_or_interpreter() {
    std::string why_not;
    auto machine = gpu(why_not);
    return machine ? std::move(machine) : interpreter();
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
    return dynamic_cast<const limbsmith::grid::Gpu*>(machine) != nullptr;
}
