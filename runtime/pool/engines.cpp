#include "pool/engines.hpp"

#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "limbsmith/error.hpp"
#include "pool/device.hpp"
#include "pool/host.hpp"
#include "pool/kernels.hpp"
#include "pool/self_check.hpp"

namespace limbsmith::pool {

std::unique_ptr<Engine> engine_at(place where, std::string* why_not) {
    if (where == place::host) return std::make_unique<Host>();
    std::string reason;
    const auto device = runtime::find_device_for_kernels(where, &reason);
    if (!device && where != place::automatic) throw runtime::NoDevice(reason);
    if (why_not) *why_not = reason;
    if (!device) return std::make_unique<Host>();
    auto machine = std::make_unique<grid::Gpu>(*device, kernels_source());
    grid::self_check(*machine);
    auto engine = std::make_unique<Device>(std::move(machine), to_string(place::gpu(device->ordinal())),
                                           device->name());
    self_check(*engine, device->description());
    return engine;
}

}  // namespace limbsmith::pool
