// A pool on a device whose kernels are interpreted.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "limbsmith/pool/pool.hpp"
#include "machine/interpreting_machine.hpp"
#include "pool/gpu/device.hpp"

namespace limbsmith::test {

struct Interpreted {
    using Order = grid::InterpretingMachine::Order;

    grid::InterpretingMachine* machine;
    pool::Device* device;
    pool::Pool pool;

    explicit Interpreted(std::optional<Mapping> only = {}, Order order = Order::upwards,
                         const pool::DeviceLimits& limits = {})
        : Interpreted(made(order), limits) {
        device->use_only(only);
        device->use_cores(0);
    }

  private:
    static std::vector<catalogue::DeviceKernels> kernels() {
        std::vector<catalogue::DeviceKernels> all;
        all.push_back(catalogue::grid_kernels());
        all.push_back(catalogue::pool_kernels());
        return all;
    }
    static std::unique_ptr<grid::InterpretingMachine> made(Order order) {
        return std::make_unique<grid::InterpretingMachine>(order, kernels());
    }
    Interpreted(std::unique_ptr<grid::InterpretingMachine> made, const pool::DeviceLimits& limits)
        : Interpreted(*made, made, limits) {}
    Interpreted(grid::InterpretingMachine& of, std::unique_ptr<grid::InterpretingMachine>& made,
                const pool::DeviceLimits& limits)
        : Interpreted(of, std::make_unique<pool::Device>(std::move(made), "interpreter", "host", limits)) {}
    Interpreted(grid::InterpretingMachine& of, std::unique_ptr<pool::Device> engine)
        : machine(&of), device(engine.get()), pool(std::move(engine)) {}
};

}  // namespace limbsmith::test
