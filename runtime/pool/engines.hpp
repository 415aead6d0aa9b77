// The engine for a place.
#pragma once

#include <memory>
#include <string>

#include "limbsmith/place.hpp"
#include "pool/gpu/device.hpp"

namespace limbsmith::pool {

// The host and a GPU share the work (mixed.hpp), for place::all the host and all GPUs. For place::automatic the GPU is looked for when it would be
// worth it, which takes 0.2 s, or, for the sake of `why_not`, at once: without one it is the host's engine, and `why_not`
// has the reason. Errors: runtime::NoDevice if a GPU is asked for and there is none.
std::unique_ptr<Engine> engine_at(place where, std::string* why_not = nullptr);

// The engine of one GPU that has all numbers, for measurements and to compare mappings, and of several. Errors: runtime::NoDevice.
std::unique_ptr<Device> device_engine_at(place where);
std::unique_ptr<DeviceEngine> devices_engine_at(place where);

}  // namespace limbsmith::pool
