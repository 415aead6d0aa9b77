#include "pool/engines.hpp"

#include <utility>
#include <vector>

#include "device/on_gpu.hpp"
#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "limbsmith/error.hpp"
#include "pool/gpu/devices.hpp"
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

// How many GPUs a place has.
size_t devices_there(place where, std::string* why_not) {
    const bool is_one = where != place::all;
    if (!runtime::find_device(is_one ? where : place::gpu(0), why_not)) return 0;
    return is_one ? 1 : static_cast<size_t>(runtime::device_count());
}

std::vector<runtime::Device> devices_at(place where) {
    std::string reason;
    auto found = runtime::find_devices_for_kernels(where, &reason);
    if (found.empty()) throw runtime::NoDevice(reason);
    return found;
}

// `only`: see Device::use_only.
std::unique_ptr<DeviceEngine> started(const std::vector<runtime::Device>& all,
                                      const std::optional<Mapping>& only) {
    std::vector<std::unique_ptr<Device>> engines;
    for (const runtime::Device& it : all) {
        runtime::on_gpu(it, all.size(), [&] { engines.push_back(started(it)); });
        engines.back()->use_only(only);
    }
    if (engines.size() == 1) return std::move(engines[0]);
    return std::make_unique<Devices>(std::move(engines), runtime::names(all));
}

}  // namespace

std::unique_ptr<Engine> engine_at(place where, std::string* why_not) {
    if (where == place::host) return std::make_unique<Host>();
    const bool is_optional = where == place::automatic;
    MixedLimits limits;
    if (!is_optional || why_not) {
        std::string reason;
        const size_t found = devices_there(where, &reason);
        if (found == 0 && !is_optional) throw runtime::NoDevice(reason);
        if (why_not) *why_not = reason;
        if (found == 0) return std::make_unique<Host>();
        limits.rates.devices = static_cast<double>(found);
    }
    return std::make_unique<Mixed>(
        [=]() -> std::unique_ptr<DeviceEngine> {
            std::string reason;
            const auto devices = runtime::find_devices_for_kernels(where, &reason);
            if (!devices.empty()) return started(devices, {});
            if (!is_optional) throw runtime::NoDevice(reason);
            return nullptr;
        },
        0, limits);
}

std::unique_ptr<Engine> grid_engine(place where) { return started(devices_at(where), Mapping::grid()); }

std::unique_ptr<DeviceEngine> devices_engine_at(place where) { return started(devices_at(where), {}); }

std::unique_ptr<Device> device_engine_at(place where) { return started(devices_at(where)[0]); }

}  // namespace limbsmith::pool
