#include "cli/device.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {

place parse_device(const std::string& text) {
    if (text == "all")
        throw unsupported(
            "--device all is for `run` and `pool`, the latter without --map; the nearest is --device cuda");
    if (const std::optional<place> where = parse_place(text)) return *where;
    throw usage_error(fmt::format("unknown --device '{}'{} (auto, cuda, cuda:N, cpu)", text,
                                  suggestion(text, {"auto", "cuda", "cpu"})));
}

Means parse_means(const std::string& text) {
    if (text == "interpreter") return {place::host, true};
    if (text == "all") return {place::all};
    if (const std::optional<place> where = parse_place(text)) return {*where};
    throw usage_error(fmt::format("unknown --device '{}'{} (auto, cuda, cuda:N, all, cpu, interpreter)", text,
                                  suggestion(text, {"auto", "cuda", "all", "cpu", "interpreter"})));
}

namespace {

// The place that LIMBSMITH_DEVICE names for `auto`. A GPU that it names has to be there.
place place_of_environment() {
    const char* value = std::getenv("LIMBSMITH_DEVICE");
    if (!value || !*value) return place::automatic;
    const std::optional<place> where = parse_place(value);
    if (!where)
        throw usage_error(
            fmt::format("LIMBSMITH_DEVICE={} is not understood (auto, cuda, cuda:N, cpu)", value));
    return *where;
}

}  // namespace

std::vector<runtime::Device> choose_devices(place where, std::string* why_not) {
    if (where == place::host) return {};
    if (where == place::automatic) where = place_of_environment();
    if (where == place::host) return {};
    std::string reason;
    auto devices = runtime::find_devices_for_kernels(where, &reason);
    if (devices.empty() && where != place::automatic) throw runtime::NoDevice(reason);
    if (why_not) *why_not = reason;
    return devices;
}

std::optional<runtime::Device> choose_device(place where, std::string* why_not) {
    const auto devices = choose_devices(where, why_not);
    return devices.empty() ? std::nullopt : std::optional(devices[0]);
}

}  // namespace limbsmith::cli
