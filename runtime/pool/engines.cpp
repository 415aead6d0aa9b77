#include "pool/engines.hpp"

#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "limbsmith/error.hpp"
#include "pool/kernels.hpp"
#include "pool/mixed.hpp"
#include "pool/self_check.hpp"

namespace limbsmith::pool {
namespace {

std::unique_ptr<Device> started(const runtime::Device& device) {
    auto machine = std::make_unique<grid::Gpu>(device, kernels_source());
    grid::self_check(*machine);
    auto engine =
        std::make_unique<Device>(std::move(machine), to_string(place::gpu(device.ordinal())), device.name());
    self_check(*engine, device.description());
    return engine;
}

}  // namespace

std::unique_ptr<Engine> engine_at(place where, std::string* why_not) {
    if (where == place::host) return std::make_unique<Host>();
    const bool is_optional = where == place::automatic;
    if (!is_optional || why_not) {
        std::string reason;
        const bool is_there = runtime::find_device(where, &reason).has_value();
        if (!is_there && !is_optional) throw runtime::NoDevice(reason);
        if (why_not) *why_not = reason;
        if (!is_there) return std::make_unique<Host>();
    }
    return std::make_unique<Mixed>([=]() -> std::unique_ptr<Device> {
        std::string reason;
        if (const auto device = runtime::find_device_for_kernels(where, &reason)) return started(*device);
        if (!is_optional) throw runtime::NoDevice(reason);
        return nullptr;
    });
}

std::unique_ptr<Engine> grid_engine(place where) {
    auto engine = device_engine_at(where);
    engine->use_only(Mapping::grid());
    return engine;
}

std::unique_ptr<Device> device_engine_at(place where) {
    std::string reason;
    const auto device = runtime::find_device_for_kernels(where, &reason);
    if (!device) throw runtime::NoDevice(reason);
    return started(*device);
}

}  // namespace limbsmith::pool
