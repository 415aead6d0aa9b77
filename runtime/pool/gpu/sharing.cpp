#include "pool/gpu/sharing.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace limbsmith::pool {
namespace {

constexpr double worth_all_devices = 0.8;  // of the time on one
constexpr double slack = 1.02;  // of a device's part of the time, for the sake of operands that it has

std::vector<uint8_t> members(DeviceSet set) {
    std::vector<uint8_t> all;
    for (; set; set &= set - 1) all.push_back(static_cast<uint8_t>(std::countr_zero(set)));
    return all;
}

std::span<const Shareable::Operand> operands_of(const Shareable& it) {
    return std::span(it.operands).first(it.operand_count);
}

bool is_elsewhere(const Shareable::Operand& it, size_t device) { return !(it.on & only_device(device)); }

uint64_t units_elsewhere(const Shareable& it, size_t device) {
    uint64_t units = 0;
    for (const Shareable::Operand& operand : operands_of(it))
        if (is_elsewhere(operand, device)) units += operand.units + 1;
    return units;
}

}  // namespace

uint8_t preferred(const Shareable& computation, DeviceSet working) {
    uint8_t best = any_device;
    uint64_t fewest = UINT64_MAX;
    for (; working; working &= working - 1) {
        const auto device = static_cast<uint8_t>(std::countr_zero(working));
        const uint64_t units = units_elsewhere(computation, device);
        if (units > fewest) continue;
        best = units == fewest ? any_device : device;
        fewest = units;
    }
    return best;
}

Shares::Shares(double time, DeviceSet working)
    : devices_(members(working)), part_(slack * time / static_cast<double>(devices_.size())) {}

uint8_t Shares::operator()(uint8_t preferred, double time) {
    uint8_t chosen = preferred;
    if (preferred == any_device || !has_time(preferred, time)) {
        const auto free = std::ranges::find_if(devices_, [&](uint8_t k) { return has_time(k, time); });
        chosen = free != devices_.end()
                     ? *free
                     : *std::ranges::min_element(devices_, {}, [&](uint8_t k) { return busy_[k]; });
    }
    busy_[chosen] += time;
    return chosen;
}

std::vector<uint8_t> shares(std::span<const Shareable> level, DeviceSet working) {
    double all = 0;
    for (const Shareable& it : level) all += it.time;
    Shares next(all, working);
    std::vector<uint8_t> made;
    made.reserve(level.size());
    for (const Shareable& it : level) made.push_back(next(preferred(it, working), it.time));
    return made;
}

double time_of(std::span<const Shareable> sample, double each, std::span<const uint8_t> devices,
               const Rates& rates) {
    std::array<double, most_devices> busy{};
    std::vector<std::pair<uint64_t, uint32_t>> copies;  // number and device, units
    for (size_t k = 0; k < sample.size(); ++k) {
        busy[devices[k]] += each * sample[k].time;
        for (const Shareable::Operand& it : operands_of(sample[k]))
            if (is_elsewhere(it, devices[k]))
                copies.emplace_back(it.slot * most_devices + devices[k], it.units);
    }
    std::ranges::sort(copies);
    copies.erase(std::ranges::unique(copies).begin(), copies.end());
    double units = 0;
    for (const auto& [number, own] : copies) units += own;
    double time = rates.device_level + *std::ranges::max_element(busy);
    if (!copies.empty())
        time += rates.copy + each * (double(copies.size()) * rates.peer_number + units * rates.peer_unit);
    if (std::ranges::any_of(devices, [&](uint8_t k) { return k != devices[0]; }))
        time += rates.together + each * double(sample.size()) * rates.shared_computation;
    return time;
}

std::optional<uint8_t> device_for_all(std::span<const Shareable> sample, double each, DeviceSet working,
                                      const Rates& rates) {
    uint8_t best = 0;
    double least = 0;
    for (const uint8_t device : members(working)) {
        const double time = time_of(sample, each, std::vector<uint8_t>(sample.size(), device), rates);
        if (least == 0 || time < least) best = device, least = time;
    }
    const bool are_worth_it = !std::has_single_bit(working) && time_of(sample, each, shares(sample, working),
                                                                       rates) < worth_all_devices * least;
    return are_worth_it ? std::nullopt : std::optional(best);
}

}  // namespace limbsmith::pool
