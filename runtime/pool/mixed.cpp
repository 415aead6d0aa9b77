#include "pool/mixed.hpp"

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

#include "pool/bins.hpp"
#include "pool/read_places.hpp"
#include "pool/together.hpp"

namespace limbsmith::pool {
namespace {

size_t operands_of(const Computation& it) { return static_cast<size_t>(signature(it.operation).operands); }

}  // namespace

// Long levels in the memory from which the device copies fast.
class Mixed::LevelMemory : public std::pmr::memory_resource {
  public:
    std::pmr::memory_resource* of_device = nullptr;

  private:
    static constexpr size_t least_bytes = 1 << 16;

    void* do_allocate(size_t bytes, size_t alignment) override {
        if (!of_device || bytes < least_bytes)
            return std::pmr::new_delete_resource()->allocate(bytes, alignment);
        void* const made = of_device->allocate(bytes, alignment);
        owner_[made] = of_device;
        return made;
    }
    void do_deallocate(void* address, size_t bytes, size_t alignment) override {
        const auto found = owner_.find(address);
        if (found == owner_.end())
            return std::pmr::new_delete_resource()->deallocate(address, bytes, alignment);
        found->second->deallocate(address, bytes, alignment);
        owner_.erase(found);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }

    std::map<void*, std::pmr::memory_resource*> owner_{};
};

// The shapes of operands. Those that only the device has are asked for together.
class Mixed::Lengths {
  public:
    Lengths(const Mixed& of, std::span<const Computation> level, size_t step)
        : of_(of), slots_(of.lacking(level, on_host, step)) {
        if (!slots_.empty()) entries_ = of.device_->entries(slots_);
    }
    Shape operator()(uint32_t slot) const {
        if (of_.is_on_host(slot)) return of_.host_.shape(slot);
        const auto found = std::ranges::lower_bound(slots_, slot) - slots_.begin();
        return shape_of(entries_[static_cast<size_t>(found)]);
    }

  private:
    const Mixed& of_;
    std::vector<uint32_t> slots_;
    std::vector<shape::Entry> entries_{};
};

struct Mixed::Census {
    std::vector<uint32_t> bins{};    // of the computations
    std::vector<uint32_t> counts{};  // by bin
    std::vector<Load> loads{};       // of those that have some
};

Mixed::Mixed(std::function<std::unique_ptr<DeviceEngine>()> start, unsigned cores, const MixedLimits& limits)
    : start_(std::move(start)),
      cores_(cores ? cores : std::max(1u, std::thread::hardware_concurrency())),
      limits_(limits),
      level_memory_(std::make_unique<LevelMemory>()),
      host_(cores_) {}

Mixed::~Mixed() = default;

std::string Mixed::place() const { return device_ ? device_->place() : host_.place(); }

std::string Mixed::means() const {
    if (!device_) return host_.means();
    return device_->means() + (has_host_computed_ ? " and " + host_.means() : "");
}

// Operations that the device computes by several kernels would be several levels of the host.
bool Mixed::computes(Operation operation) const { return !all_on_device_ || device_->computes(operation); }

void Mixed::start_device() {
    device_ = start_();
    has_no_device_ = !device_;
    if (has_no_device_) return;
    device_->use_cores(cores_);
    device_->need_slots(static_cast<uint32_t>(where_.size()));
    level_memory_->of_device = device_->level_memory();
}

void Mixed::put(uint32_t slot, const mpz_class& value) {
    if (slot >= where_.size()) where_.resize(size_t{slot} + 1);
    if (all_on_device_) return device_->put(slot, value);
    host_.put(slot, value);
    where_[slot] = on_host;
}

void Mixed::fail(uint32_t slot, Failure failure) {
    if (slot >= where_.size()) where_.resize(size_t{slot} + 1);
    if (all_on_device_) return device_->fail(slot, failure);
    host_.fail(slot, failure);
    where_[slot] = on_host;
}

void Mixed::need_slots(uint32_t count) {
    if (device_) device_->need_slots(count);
    if (!all_on_device_) host_.need_slots(count);
    if (count > where_.size()) where_.resize(count);
}

std::pmr::memory_resource* Mixed::level_memory() { return level_memory_.get(); }

Words Mixed::read(span<const uint32_t> slots) const {
    if (all_on_device_) return device_->read(slots);
    return read_places(
        slots, 2, [&](uint32_t slot) { return is_on_host(slot) ? 1 : 0; },
        [&](size_t place, span<const uint32_t> some) {
            return place ? host_.read(some) : device_->read(some);
        });
}

void Mixed::compact(span<const uint32_t> kept) {
    if (all_on_device_ && !kept.empty()) return device_->compact(kept);
    all_on_device_ = false;
    std::vector<uint32_t> of_host, of_device;
    std::vector<uint8_t> where(where_.size());
    for (const uint32_t slot : kept) {
        where[slot] = where_[slot];
        if (is_on_host(slot)) of_host.push_back(slot);
        if (is_on_device(slot)) of_device.push_back(slot);
    }
    host_.compact(of_host);
    if (device_) device_->compact(of_device);
    where_ = std::move(where);
}

uint64_t Mixed::bytes() const { return host_.bytes() + (device_ ? device_->bytes() : 0); }

Mixed::Census Mixed::census(std::span<const Computation> level, size_t step) {
    Census made;
    made.counts.resize(shape::bins);
    std::vector<Load> by_bin(shape::bins);
    const Lengths lengths(*this, level, step);
    for (size_t k = 0; k < level.size(); k += step) {
        const Computation& it = level[k];
        std::array<Shape, most_operands> shapes;
        uint32_t to_host = 0, to_device = 0;
        for (size_t i = 0; i < operands_of(it); ++i) {
            const uint32_t slot = it.operands[i];
            shapes[i] = lengths(slot);
            const uint32_t units = shape::units_of(shapes[i].bits) + 1;
            if (!is_on_host(slot)) to_host += units;
            if (!is_on_device(slot)) to_device += units;
        }
        const Weighed own = weighed(it.operation, shapes);
        made.bins.push_back(own.bin);
        Load& load = by_bin[own.bin];
        load.add(own.on_host);
        load.to_host += to_host, load.to_device += to_device;
    }
    const auto factor = static_cast<double>(step);
    for (uint32_t bin = 1; bin < shape::bins; ++bin) {
        Load& it = by_bin[bin];
        if (it.count == 0) continue;
        it.bin = bin, it.count *= static_cast<uint32_t>(step);
        it.host *= factor, it.to_host *= factor, it.to_device *= factor;
        made.counts[bin] = it.count;
        made.loads.push_back(it);
    }
    return made;
}

// Whether the host has done it before a device could begin: most levels of a long chain.
bool Mixed::is_short(std::span<const Computation> level) const {
    double time = 0;
    for (const Computation& it : level) {
        std::array<Shape, most_operands> shapes;
        for (size_t i = 0; i < operands_of(it); ++i) {
            if (!is_on_host(it.operands[i])) return false;
            shapes[i] = host_.shape(it.operands[i]);
        }
        time += plan(it.operation, shapes).cost / 1000 + limits_.rates.host_computation;
        if (time > limits_.rates.short_level) return false;
    }
    return true;
}

bool Mixed::is_worth_the_device(const Placement& chosen) {
    if (!chosen.uses_device) return false;
    if (!device_) {
        gain_ += std::max(0.0, chosen.time_by_host - chosen.time);
        if (gain_ > limits_.rates.start) start_device();
    }
    return device_ != nullptr;
}

size_t Mixed::run_levels(span<const span<const Computation>> levels, const Report& report) {
    if (all_on_device_) return run_on_device(levels, report);
    run(levels.front(), report);
    return 1;
}

void Mixed::run(span<const Computation> level, const Report& report) {
    const auto run_on_device = [&] { this->run_on_device({&level, 1}, report); };
    if (level.empty()) return;
    if (all_on_device_) return run_on_device();
    if (has_no_device_ || is_short(level)) return run_on_host(level, report);
    const size_t step = level.size() > limits_.planned ? level.size() / limits_.planned + 1 : 1;
    const Census found = census(level, step);
    const Placement chosen =
        placement(found.loads, mappings(found.counts, {}), cores_, limits_.rates, limits_.rates.together);
    if (!is_worth_the_device(chosen)) return run_on_host(level, report);
    if (!chosen.uses_host || step > 1) return run_on_device();
    run_on_both(level, found, chosen.mappings, report);
}

void Mixed::run_on_host(std::span<const Computation> level, const Report& report) {
    pull(level);
    host_.run(level, report);
    mark_results(level, on_host);
    has_host_computed_ = true;
}

// The host has a share of a level that is not long: the next one is weighed here.
size_t Mixed::run_on_device(span<const span<const Computation>> levels, const Report& report) {
    move_all_to_device();
    const size_t done = device_->run_levels(levels, report);
    has_host_computed_ |= device_->used_host();
    if (device_->used_host() && levels.front().size() <= limits_.planned) {
        all_on_device_ = false;
        where_.assign(where_.size(), on_device);
    }
    return done;
}

void Mixed::run_on_both(std::span<const Computation> level, const Census& found, const Mappings& chosen,
                        const Report& report) {
    std::vector<Computation> of_host, of_device;
    // computations without work go where all the numbers of the host are, if they are there
    for (size_t k = 0; k < level.size(); ++k) {
        const Computation& it = level[k];
        bool is_hosts = !chosen[found.bins[k]];
        if (found.bins[k] == 0)
            is_hosts = std::ranges::all_of(std::span(it.operands).first(operands_of(it)),
                                           [&](uint32_t slot) { return is_on_host(slot); });
        (is_hosts ? of_host : of_device).push_back(it);
    }
    push(of_device);
    pull(of_host);
    device_->use_cores(0);
    const auto restore = [&](DeviceEngine* device) { device->use_cores(cores_); };
    {
        const std::unique_ptr<DeviceEngine, decltype(restore)> own(device_.get(), restore);
        together({[&](const Report& tell) { host_.run(of_host, tell); },
                  [&](const Report& tell) { device_->run(of_device, tell); }},
                 report);
    }
    mark_results(of_host, on_host);
    mark_results(of_device, on_device);
    has_host_computed_ |= !of_host.empty();
}

void Mixed::mark_results(std::span<const Computation> level, Where where) {
    for (const Computation& it : level)
        for (uint32_t i = 0; i < static_cast<uint32_t>(signature(it.operation).results); ++i)
            where_[it.result + i] = where;
}

// Operands of every `step`-th computation that are not there, in ascending order.
std::vector<uint32_t> Mixed::lacking(std::span<const Computation> level, Where where, size_t step) const {
    std::vector<uint32_t> slots;
    for (size_t k = 0; k < level.size(); k += step)
        for (size_t i = 0; i < operands_of(level[k]); ++i)
            if (const uint32_t slot = level[k].operands[i];
                !(where == on_host ? is_on_host(slot) : is_on_device(slot)))
                slots.push_back(slot);
    std::ranges::sort(slots);
    slots.erase(std::ranges::unique(slots).begin(), slots.end());
    return slots;
}

void Mixed::pull(std::span<const Computation> level) {
    const std::vector<uint32_t> slots = lacking(level, on_host, 1);
    if (slots.empty()) return;
    const Words words = device_->read(slots);
    for (size_t k = 0; k < slots.size(); ++k) {
        if (words.failure(k) == Failure::none)
            host_.put(slots[k], words.number(k));
        else
            host_.fail(slots[k], words.failure(k));
        where_[slots[k]] |= on_host;
    }
}

void Mixed::push(std::span<const Computation> level) {
    for (const uint32_t slot : lacking(level, on_device, 1)) push(slot);
}

void Mixed::push(uint32_t slot) {
    if (const Failure failure = host_.failure(slot); failure != Failure::none)
        device_->fail(slot, failure);
    else
        device_->put(slot, host_.value(slot));
    where_[slot] |= on_device;
}

void Mixed::move_all_to_device() {
    if (all_on_device_) return;
    for (uint32_t slot = 0; slot < where_.size(); ++slot)
        if (is_on_host(slot) && !is_on_device(slot)) push(slot);
    host_ = Host(cores_);
    all_on_device_ = true;
}

}  // namespace limbsmith::pool
