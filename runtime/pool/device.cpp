#include "pool/device.hpp"

#include "pool/device_level.hpp"
#include "pool/device_numbers.hpp"

namespace limbsmith::pool {

Device::Device(std::unique_ptr<grid::Machine> machine, std::string place, std::string means)
    : place_(std::move(place)),
      means_(std::move(means)),
      machine_(std::move(machine)),
      numbers_(std::make_unique<Numbers>(*machine_)),
      level_(std::make_unique<Level>(*machine_, *numbers_)) {}

Device::~Device() = default;

void Device::put(uint32_t slot, const mpz_class& value) { numbers_->put(slot, value); }

void Device::fail(uint32_t slot, Failure failure) {
    numbers_->enter({0, 0, static_cast<uint32_t>(failure) << shape::failure_shift, slot});
}

std::vector<Value> Device::get(std::span<const uint32_t> slots) const {
    const std::lock_guard lock(mutex_);
    numbers_->flush();
    return numbers_->values(slots);
}

Failure Device::failure(uint32_t slot) const {
    const std::lock_guard lock(mutex_);
    numbers_->flush();
    return static_cast<Failure>(numbers_->entries({&slot, 1})[0].flags >> shape::failure_shift);
}

void Device::run(std::span<const Computation> level, const std::function<void(size_t)>& report) {
    numbers_->flush();
    level_->run(level, only_, report);
}

void Device::compact(std::span<const uint32_t> forgotten) { numbers_->compact(forgotten); }

uint64_t Device::bytes() const { return numbers_->used() * shape::unit_words * sizeof(uint32_t); }

void Device::finish() {
    numbers_->flush();
    machine_->synchronize();
}

}  // namespace limbsmith::pool
