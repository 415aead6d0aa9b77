#include "pool/gpu/device.hpp"

#include <algorithm>
#include <map>
#include <thread>

#include "limbsmith/error.hpp"
#include "pool/gpu/level.hpp"
#include "pool/gpu/numbers.hpp"
#include "pool/gpu/reader.hpp"
#include "pool/gpu/short_levels.hpp"

namespace limbsmith::pool {

// Words of the host from which the machine copies fast; plain ones where it has none, or is lost.
class Device::LevelMemory : public std::pmr::memory_resource {
  public:
    explicit LevelMemory(grid::Machine& machine) : machine_(machine) {}

  private:
    void* do_allocate(size_t bytes, size_t alignment) override {
        try {
            grid::Memory made = machine_.host_memory((bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t));
            void* const address = made.get();
            owned_[address] = std::move(made);
            return address;
        } catch (const runtime::Error&) {
            return std::pmr::new_delete_resource()->allocate(bytes, alignment);
        }
    }
    void do_deallocate(void* address, size_t bytes, size_t alignment) override {
        if (owned_.erase(address) == 0)
            std::pmr::new_delete_resource()->deallocate(address, bytes, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }

    grid::Machine& machine_;
    std::map<void*, grid::Memory> owned_;
};

Device::Device(std::unique_ptr<grid::Machine> machine, std::string place, std::string means,
               const DeviceLimits& limits)
    : place_(std::move(place)),
      means_(std::move(means)),
      machine_(std::move(machine)),
      level_memory_(std::make_unique<LevelMemory>(*machine_)),
      numbers_(std::make_unique<Numbers>(*machine_, limits.copied_words)),
      reader_(std::make_unique<Reader>(*machine_, *numbers_, limits)),
      groups_(std::make_unique<Groups>(*machine_, *numbers_)),
      short_levels_(std::make_unique<ShortLevels>(*machine_, *numbers_, *groups_, limits)),
      level_(std::make_unique<Level>(*machine_, *numbers_, *reader_, *groups_, limits)),
      cores_(std::max(1u, std::thread::hardware_concurrency())) {}

Device::~Device() = default;

bool Device::computes(Operation operation) const {
    return operation <= Operation::gcd || operation == Operation::pow_mod;
}

void Device::put(uint32_t slot, const mpz_class& value) { numbers_->put(slot, value); }

void Device::fail(uint32_t slot, Failure failure) {
    numbers_->enter({0, 0, static_cast<uint32_t>(failure) << shape::failure_shift, slot});
}

Words Device::read(span<const uint32_t> slots) const {
    const std::lock_guard lock(mutex_);
    if (!numbers_->is_flushed()) reader_->expect({}), numbers_->flush();
    return reader_->read(slots);
}

void Device::need_slots(uint32_t count) { numbers_->need_slots(count); }

std::pmr::memory_resource* Device::level_memory() { return level_memory_.get(); }

void Device::run(span<const Computation> level, const std::function<void(size_t)>& report) {
    run_levels(span<const span<const Computation>>(&level, 1), report);
}

size_t Device::run_levels(span<const span<const Computation>> levels,
                          const std::function<void(size_t)>& report) {
    if (const size_t done = run_short_levels(levels, report)) return done;
    used_host_ = level_->run(levels[0], only_, cores_, report);
    return 1;
}

size_t Device::run_short_levels(span<const span<const Computation>> levels,
                                const std::function<void(size_t)>& report) {
    numbers_->flush();
    reader_->expect({});
    used_host_ = false;
    return only_ ? 0 : short_levels_->run(levels, report);
}

PackedNumbers Device::packed(std::span<const shape::Entry> numbers) { return numbers_->packed(numbers); }

void Device::take_in(const PackedNumbers& numbers, Device& from) {
    reader_->expect({});
    numbers_->take_in(numbers, *from.machine_);
}

std::vector<shape::Entry> Device::entries(std::span<const uint32_t> slots) {
    numbers_->flush();
    return numbers_->entries(slots);
}

void Device::compact(span<const uint32_t> kept) {
    reader_->expect({});
    numbers_->compact(kept);
}

uint64_t Device::bytes() const { return numbers_->used() * shape::unit_words * sizeof(uint32_t); }

void Device::finish() {
    numbers_->flush();
    machine_->synchronize();
}

}  // namespace limbsmith::pool
