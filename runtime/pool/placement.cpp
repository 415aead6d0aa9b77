#include "pool/placement.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace limbsmith::pool {
namespace {

// Where two placements take about as long, all of the work stays on the device: its numbers are there for the next level.
constexpr double worth_the_host = 0.8;

Operation operation_of(uint32_t bin) { return static_cast<Operation>(bin / shape::sizes); }

struct HostWork {
    double computations = 0, all = 0, longest = 0, copied = 0;

    void add(const Load& load) {
        computations += load.count, all += load.host, copied += load.to_host;
        longest = std::max(longest, load.longest);
    }
    double time(unsigned cores, const Rates& rates) const {
        if (computations == 0) return 0;
        // little work is done without other threads
        return computations * rates.host_computation +
               std::min(all, rates.host_level + std::max(all / cores, longest)) +
               (copied > 0 ? rates.copy + copied * rates.copied_unit : 0);
    }
};

struct DeviceWork {
    double computations = 0, long_ones = 0, all = 0, copied = 0;

    void add(const Load& load, double time) { change(1, load, time); }
    void take(const Load& load, double time) { change(-1, load, time); }
    double time(const Rates& rates) const {
        if (computations == 0) return 0;
        const bool is_short = long_ones == 0 && computations <= shape::most_computations_of_short;
        return (is_short ? rates.short_level + all : rates.device_level + all / rates.devices) +
               (copied > 0 ? rates.copy + copied * rates.copied_unit : 0);
    }

  private:
    void change(int sign, const Load& load, double time) {
        const bool is_long =
            shape::least_units(load.bin) > shape::most_units_of_short(operation_of(load.bin));
        computations += sign * double(load.count), long_ones += is_long ? sign * double(load.count) : 0;
        all += sign * time, copied += sign * load.to_device;
    }
};

struct Candidate {
    const Load* load;
    double on_device;
    double gain;  // host's time for one of the device's
};

}  // namespace

Placement placement(std::span<const Load> loads, Mappings mappings, unsigned cores, const Rates& rates,
                    double together) {
    Placement made{std::move(mappings)};
    HostWork everything, on_host;
    DeviceWork on_device;
    std::vector<Candidate> candidates;
    for (const Load& it : loads) {
        everything.add(it);
        if (const std::optional<Mapping>& mapping = made.mappings[it.bin]) {
            const double time =
                device_time(operation_of(it.bin), shape::least_units(it.bin), it.count, *mapping);
            candidates.push_back({&it, time, (it.host / cores + it.to_host * rates.copied_unit) / time});
            on_device.add(it, time);
        } else {
            on_host.add(it);
        }
    }
    made.time_by_host = everything.time(cores, rates);
    made.uses_host = on_host.computations > 0;

    // The device does all that it can; then the host takes the bins for which the device is worth least, one after the
    // other.
    std::ranges::sort(candidates, std::less(), &Candidate::gain);
    const auto time = [&] {
        return std::max(on_host.time(cores, rates), on_device.time(rates)) +
               (on_host.computations > 0 && on_device.computations > 0 ? together : 0);
    };
    const double by_device = time();
    double best = by_device * worth_the_host;
    size_t taken = 0;
    for (size_t k = 0; k < candidates.size(); ++k) {
        on_host.add(*candidates[k].load);
        on_device.take(*candidates[k].load, candidates[k].on_device);
        if (const double now = time(); now < best) best = now, taken = k + 1;
    }
    for (size_t k = 0; k < taken; ++k) made.mappings[candidates[k].load->bin] = std::nullopt;
    made.uses_device = taken < candidates.size();
    made.uses_host |= taken > 0;
    made.time = taken ? best : by_device;
    return made;
}

// Short levels are over on the device before the host has its copies.
Mappings placed_on_device(std::span<const uint32_t> counts, const std::optional<Mapping>& only,
                          unsigned cores, const Rates& rates) {
    Mappings chosen = mappings(counts, only);
    if (cores == 0 || only) return chosen;
    double time = 0;
    std::vector<Load> loads;
    for (uint32_t bin = 1; bin < shape::bins; ++bin) {
        if (counts[bin] == 0) continue;
        loads.push_back({bin, counts[bin]});
        if (chosen[bin])
            time += device_time(operation_of(bin), shape::least_units(bin), counts[bin], *chosen[bin]);
    }
    if (time < rates.host_share) return chosen;
    constexpr double units_copied = 2;  // operands and results, of a computation whose size is one unit
    for (Load& it : loads) {
        const uint32_t units = std::max(shape::least_units(it.bin), 1u);
        it.longest = host_time(operation_of(it.bin), units);
        it.host = it.longest * it.count;
        it.to_host = units_copied * units * it.count;
    }
    return placement(loads, std::move(chosen), cores, rates, rates.host_share).mappings;
}

}  // namespace limbsmith::pool
