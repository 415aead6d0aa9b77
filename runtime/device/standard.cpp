// The GPU of a place: the one that it names, else the one that LIMBSMITH_DEVICE names, else GPU 0. Names of several.
#include <algorithm>
#include <cstdlib>

#include "device/device.hpp"

namespace limbsmith::runtime {
namespace {

constexpr const char* variable = "LIMBSMITH_DEVICE";

// The GPU that the environment names, else the first. Errors: NoDevice if it forbids GPUs.
place standard_place() {
    const char* value = std::getenv(variable);
    if (!value || !*value) return place::gpu(0);
    const std::string text = std::string(variable) + "=" + value;
    const std::optional<place> named = parse_place(value);
    if (!named) throw NoDevice("no CUDA device: " + text + " is not understood (auto, cuda, cuda:N, cpu)");
    if (*named == place::host) throw NoDevice("no CUDA device: " + text + " forbids it");
    return named->is_gpu() ? *named : place::gpu(0);
}

}  // namespace

Device device_at(place where) {
    if (where == place::host) throw NoDevice("the host is not a CUDA device");
    if (where == place::all)
        throw NoDevice("all GPUs are wanted where one computes; the nearest is " + to_string(place::device));
    const place standard = standard_place();
    return Device((where.is_gpu() ? where : standard).ordinal());
}

std::optional<Device> find_device(place where, std::string* why_not) noexcept {
    try {
        return device_at(where);
    } catch (const std::exception& error) {
        if (why_not) *why_not = error.what();
        return std::nullopt;
    }
}

std::string names(const std::vector<Device>& all) {
    if (all.empty()) return {};
    const auto is_as_first = [&](const Device& it) { return it.name() == all[0].name(); };
    if (all.size() > 1 && std::ranges::all_of(all, is_as_first))
        return std::to_string(all.size()) + " x " + all[0].name();
    std::string text = all[0].name();
    for (size_t k = 1; k < all.size(); ++k) text += ", " + all[k].name();
    return text;
}

}  // namespace limbsmith::runtime
