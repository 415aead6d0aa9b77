// The machine that an example computes on: a GPU if there is one, or an interpreter of its kernels.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "grid/gpu.hpp"
#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "machine/interpreting_machine.hpp"

// Says on stdout what it is. Null if there is no GPU: the example computes by GMP then.
inline std::unique_ptr<limbsmith::grid::Machine> chosen_machine(bool interprets) {
    using namespace limbsmith;
    if (interprets) {
        std::printf("by the interpreter of the kernels\n");
        return std::make_unique<grid::InterpretingMachine>();
    }
    std::string why_not;
    if (const auto device = runtime::find_device_for_kernels(place::automatic, &why_not)) {
        auto gpu = std::make_unique<grid::Gpu>(*device);
        grid::self_check(*gpu);
        std::printf("on %s\n", device->name().c_str());
        return gpu;
    }
    std::printf("by GMP on one core: %s\n", why_not.c_str());
    return nullptr;
}

inline bool is_gpu(const limbsmith::grid::Machine* machine) {
    return dynamic_cast<const limbsmith::grid::Gpu*>(machine) != nullptr;
}
