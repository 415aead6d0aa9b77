// The machine that an example computes on: a GPU if there is one, else an interpreter of its kernels.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "grid/gpu.hpp"
#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "machine/interpreting_machine.hpp"

inline std::unique_ptr<limbsmith::grid::Machine> chosen_machine() {
    using namespace limbsmith;
    std::string why_not;
    if (const auto device = runtime::find_device_for_kernels(place::automatic, &why_not)) {
        auto gpu = std::make_unique<grid::Gpu>(*device);
        grid::self_check(*gpu);
        std::printf("on %s\n", device->name().c_str());
        return gpu;
    }
    std::printf("by the interpreter: %s\n", why_not.c_str());
    return std::make_unique<grid::InterpretingMachine>();
}
