#include "pool/gpu/devices.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <memory_resource>
#include <typeinfo>
#include <utility>

#include "device/on_gpu.hpp"
#include "limbsmith/cores.hpp"
#include "pool/bins.hpp"
#include "pool/gpu/level_parts.hpp"
#include "pool/read_places.hpp"

namespace limbsmith::pool {
namespace {

constexpr size_t many_computations = 1u << 14;  // at which all cores look

size_t first_of(DeviceSet set) { return static_cast<size_t>(std::countr_zero(set)); }

std::string name_of(const Device& device) { return device.place() + ", " + device.means(); }

std::span<const uint32_t> operands_of(const Computation& it) {
    return std::span(it.operands).first(static_cast<size_t>(signature(it.operation).operands));
}

// The time of a sampled computation is its part of the time of all in its bin.
void set_times(std::vector<Shareable>& sample, std::span<const Weighed> weights, size_t step) {
    std::vector<uint32_t> counts(shape::bins);
    for (const Weighed& it : weights)
        if (it.bin) counts[it.bin] += static_cast<uint32_t>(step);
    const Mappings chosen = mappings(counts, {});
    for (size_t k = 0; k < sample.size(); ++k) {
        const auto [bin, on_host] = weights[k];
        if (bin == 0) continue;
        const double count = counts[bin];
        sample[k].time = chosen[bin] ? device_time(static_cast<Operation>(bin / shape::sizes),
                                                   shape::least_units(bin), count, *chosen[bin]) /
                                           count
                                     : on_host;
    }
}

}  // namespace

Devices::Devices(std::vector<std::unique_ptr<Device>> devices, std::string means, const DevicesLimits& limits)
    : devices_(std::move(devices)), means_(std::move(means)), limits_(limits) {}

Devices::~Devices() = default;

std::string Devices::place() const { return to_string(limbsmith::place::all); }

void Devices::on(size_t device, const std::function<void()>& work) const {
    try {
        runtime::named_errors([&] { return name_of(*devices_[device]); }, work);
    } catch (const runtime::Error& error) {
        if (typeid(error) == typeid(runtime::Error)) lost_ |= only_device(device);
        throw;
    }
}

DeviceSet Devices::working() const {
    const DeviceSet all = ~DeviceSet{0} >> (most_devices - devices_.size());
    if (const DeviceSet left = all & ~lost_) return left;
    throw runtime::Error("all GPUs of the pool have failed");
}

size_t Devices::holder(uint32_t slot) const {
    if (const DeviceSet left = on_[slot] & ~lost_) return first_of(left);
    throw runtime::Error("a number of the pool was lost with " + name_of(*devices_[first_of(on_[slot])]));
}

size_t Devices::next(uint64_t units) {
    const DeviceSet all = working();
    if (run_ >= limits_.units_of_run || !(all & only_device(next_))) {
        do next_ = (next_ + 1) % devices_.size();
        while (!(all & only_device(next_)));
        run_ = 0;
    }
    run_ += units;
    return next_;
}

void Devices::put(uint32_t slot, const mpz_class& value) {
    const size_t device =
        next(shape::units_of(static_cast<uint32_t>(mpz_sizeinbase(value.get_mpz_t(), 2))) + 1);
    on(device, [&] { devices_[device]->put(slot, value); });
    if (slot >= on_.size()) on_.resize(size_t{slot} + 1);
    on_[slot] = only_device(device);
}

void Devices::fail(uint32_t slot, Failure failure) {
    const size_t device = next(1);
    on(device, [&] { devices_[device]->fail(slot, failure); });
    if (slot >= on_.size()) on_.resize(size_t{slot} + 1);
    on_[slot] = only_device(device);
}

Words Devices::read(span<const uint32_t> slots) const {
    return read_places(
        slots, devices_.size(), [&](uint32_t slot) { return holder(slot); },
        [&](size_t device, span<const uint32_t> some) {
            Words words;
            on(device, [&] { words = devices_[device]->read(some); });
            return words;
        });
}

void Devices::need_slots(uint32_t count) {
    for (DeviceSet left = working(); left; left &= left - 1)
        on(first_of(left), [&] { devices_[first_of(left)]->need_slots(count); });
    if (count > on_.size()) on_.resize(count);
}

std::vector<shape::Entry> Devices::entries(std::span<const uint32_t> slots) {
    std::vector<std::vector<uint32_t>> own(devices_.size());
    for (const uint32_t slot : slots) own[holder(slot)].push_back(slot);
    std::vector<std::vector<shape::Entry>> found(devices_.size());
    for (size_t k = 0; k < devices_.size(); ++k)
        if (!own[k].empty()) on(k, [&] { found[k] = devices_[k]->entries(own[k]); });
    std::vector<size_t> next(devices_.size());
    std::vector<shape::Entry> all;
    all.reserve(slots.size());
    for (const uint32_t slot : slots) {
        const size_t device = holder(slot);
        all.push_back(found[device][next[device]++]);
    }
    return all;
}

void Devices::use_cores(unsigned cores) {
    const auto count = static_cast<unsigned>(devices_.size());
    for (const auto& it : devices_) it->use_cores((cores + count - 1) / count);
}

bool Devices::has(uint32_t slot) const { return (on_[slot] & ~lost_) != 0; }

void Devices::finish() {
    for (DeviceSet left = working(); left; left &= left - 1)
        on(first_of(left), [&] { devices_[first_of(left)]->finish(); });
}

uint64_t Devices::bytes() const {
    uint64_t all = 0;
    for (size_t k = 0; k < devices_.size(); ++k)
        if (!(lost_ & only_device(k))) all += devices_[k]->bytes();
    return all;
}

// Numbers that several devices have stay with one of them. What a device does not keep it has not any more, also if it fails.
void Devices::compact(span<const uint32_t> kept) {
    std::vector<std::vector<uint32_t>> own(devices_.size());
    std::vector<DeviceSet> on_after(on_.size());
    for (const uint32_t slot : kept) {
        on_after[slot] = on_[slot];
        if ((on_[slot] & ~lost_) == 0) continue;
        const size_t device = holder(slot);
        own[device].push_back(slot);
        on_after[slot] = only_device(device);
    }
    on_ = std::move(on_after);
    for (DeviceSet left = working(); left; left &= left - 1)
        on(first_of(left), [&] { devices_[first_of(left)]->compact(own[first_of(left)]); });
}

void Devices::mark_results(Level level, size_t device) {
    for (const Computation& it : level)
        for (uint32_t i = 0; i < static_cast<uint32_t>(signature(it.operation).results); ++i)
            on_[it.result + i] = only_device(device);
}

// Levels whose operands one device has, or the results of those before them. Marks of levels that it leaves are made again later.
size_t Devices::run_short_levels(span<const Level> levels, const Report& report) {
    DeviceSet home = working();
    size_t chosen = 0, computations = 0;
    for (const Level& level : levels) {
        computations += level.size();
        if (level.size() > limits_.each.short_computations || chosen == limits_.each.short_levels ||
            computations > limits_.each.short_together)
            break;
        DeviceSet of_level = home;
        for (const Computation& it : level)
            for (const uint32_t slot : operands_of(it)) of_level &= on_[slot];
        if (of_level == 0) break;
        if (chosen++ == 0) home = only_device(first_of(of_level));
        mark_results(level, first_of(home));
    }
    if (chosen == 0) return 0;
    size_t done = 0;
    on(first_of(home), [&] {
        done = devices_[first_of(home)]->run_short_levels({levels.data(), chosen}, report);
    });
    used_host_ = false;
    return done;
}

size_t Devices::run_levels(span<const Level> levels, const Report& report) {
    if (const size_t done = run_short_levels(levels, report)) return done;
    run(levels.front(), report);
    return 1;
}

std::vector<Shareable> Devices::sample(Level level, size_t step) {
    std::vector<uint32_t> slots;
    for (size_t k = 0; k < level.size(); k += step)
        for (const uint32_t slot : operands_of(level[k])) slots.push_back(slot);
    const std::vector<shape::Entry> lengths = entries(slots);
    std::vector<Shareable> made;
    std::vector<Weighed> weights;
    auto next = lengths.begin();
    for (size_t k = 0; k < level.size(); k += step) {
        Shareable& it = made.emplace_back();
        std::array<Shape, most_operands> shapes;
        for (const uint32_t slot : operands_of(level[k])) {
            it.operands[it.operand_count] = {slot, shape::units_of(next->bits), on_[slot]};
            shapes[it.operand_count++] = shape_of(*next++);
        }
        weights.push_back(weighed(level[k].operation, shapes));
    }
    set_times(made, weights, step);
    return made;
}

void Devices::run(Level level, const Report& report) {
    if (level.empty()) return;
    const size_t step = level.size() / limits_.weighed + 1;
    const std::vector<Shareable> some = sample(level, step);
    const double each = double(level.size()) / double(some.size());
    if (const auto device = device_for_all(some, each, working(), limits_.each.rates))
        return run_on(*device, level, report);
    run_on_all(level, some, step, report);
}

void Devices::bring(size_t device, Level level) {
    std::map<size_t, std::vector<uint32_t>> lacking;
    for (const Computation& it : level)
        for (const uint32_t slot : operands_of(it))
            if (!(on_[slot] & only_device(device))) lacking[holder(slot)].push_back(slot);
    for (auto& [from, slots] : lacking) {
        std::ranges::sort(slots);
        slots.erase(std::ranges::unique(slots).begin(), slots.end());
        std::vector<shape::Entry> found;
        on(from, [&] { found = devices_[from]->entries(slots); });
        for (size_t first = 0; first < found.size();) {
            PackedNumbers some;
            on(from, [&] { some = devices_[from]->packed(std::span(found).subspan(first)); });
            on(device, [&] { devices_[device]->take_in(some, *devices_[from]); });
            for (const shape::Entry& it : some.entries) on_[it.slot] |= only_device(device);
            first += some.entries.size();
        }
    }
}

void Devices::run_on(size_t device, Level level, const Report& report) {
    bring(device, level);
    on(device, [&] { devices_[device]->run(level, report); });
    used_host_ = devices_[device]->used_host();
    mark_results(level, device);
}

// A computation that was not looked at is taken for one like the one before it that was.
std::vector<uint8_t> Devices::shared(Level level, std::span<const Shareable> some, size_t step) const {
    std::vector<uint8_t> chosen(level.size());
    const DeviceSet all = working();
    const auto prefer = [&](index64 first, index64 last) {
        for (index64 k = first; k < last;) {
            Shareable own = some[k / step];
            for (const index64 end = std::min<index64>(last, (k / step + 1) * step); k < end; ++k) {
                const auto operands = operands_of(level[k]);
                own.operand_count = operands.size();
                for (size_t i = 0; i < operands.size(); ++i) own.operands[i].on = on_[operands[i]];
                chosen[k] = preferred(own, all);
            }
        }
    };
    if (level.size() < many_computations)
        prefer(0, static_cast<index64>(level.size()));
    else
        on_all_cores(static_cast<index64>(level.size()), prefer);
    double time = 0;
    for (const Shareable& it : some) time += it.time * double(step);
    Shares next(time, all);
    for (size_t k = 0, like = 0; k < level.size(); ++like)
        for (size_t i = 0; i < step && k < level.size(); ++i, ++k)
            chosen[k] = next(chosen[k], some[like].time);
    return chosen;
}

void Devices::run_on_all(Level level, std::span<const Shareable> some, size_t step, const Report& report) {
    const std::vector<uint8_t> chosen = shared(level, some, step);
    std::vector<size_t> counts(devices_.size());
    for (const uint8_t it : chosen) ++counts[it];
    std::vector<std::pmr::vector<Computation>> parts;
    for (size_t k = 0; k < devices_.size(); ++k)
        on(k, [&] { parts.emplace_back(devices_[k]->level_memory()).reserve(counts[k]); });
    for (size_t k = 0; k < level.size(); ++k) parts[chosen[k]].push_back(level[k]);
    std::vector<LevelPart> works;
    used_host_ = false;
    for (size_t k = 0; k < devices_.size(); ++k) {
        if (parts[k].empty()) continue;
        bring(k, parts[k]);
        works.push_back([&, k](const Report& tell) {
            on(k, [&] { devices_[k]->run(parts[k], tell); });
            mark_results(parts[k], k);
        });
    }
    together(works, report);
    for (size_t k = 0; k < devices_.size(); ++k) used_host_ |= !parts[k].empty() && devices_[k]->used_host();
}

}  // namespace limbsmith::pool
