#include "pool/engines.hpp"

#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "pool/device.hpp"
#include "pool/host.hpp"
#include "pool/kernels.hpp"

namespace limbsmith::pool {

std::unique_ptr<Engine> engine_at(place where, std::string* why_not) {
    if (where == place::host) return std::make_unique<Host>();
    const auto device = runtime::find_device_for_kernels(where, why_not);
    if (!device) return std::make_unique<Host>();
    auto machine = std::make_unique<grid::Gpu>(*device, grid::Gpu::Source{"pool", kernels_source()});
    grid::self_check(*machine);
    return std::make_unique<Device>(std::move(machine), to_string(place::gpu(device->ordinal())),
                                    device->name());
}

}  // namespace limbsmith::pool
