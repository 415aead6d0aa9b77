// The engine of machines without a GPU: GMP on all cores.
#pragma once

#include <gmpxx.h>

#include <cstdlib>
#include <memory>
#include <span>

#include "limbsmith/pool/engine.hpp"
#include "pool/task.hpp"

namespace limbsmith::pool {

class Host : public Engine {
  public:
    // 0: as many threads as the machine has cores.
    explicit Host(unsigned threads = 0);

    std::string place() const override { return "host"; }
    std::string means() const override;
    void put(uint32_t slot, const mpz_class& value) override;
    void fail(uint32_t slot, Failure failure) override;
    Words read(span<const uint32_t> slots) const override;
    void need_slots(uint32_t count) override;
    void run(span<const Computation> level, const std::function<void(size_t)>& report) override;
    void compact(span<const uint32_t> kept) override;
    uint64_t bytes() const override { return used_ * sizeof(uint32_t); }

    // Returns the shape of a number that is here.
    const Shape& shape(uint32_t slot) const { return numbers_.at(slot).shape; }
    Failure failure(uint32_t slot) const { return numbers_.at(slot).failure; }
    mpz_class value(uint32_t slot) const;

  protected:
    // Makes the memory as long as this; keeps the words that both have. Errors: runtime::OutOfMemory.
    virtual void resize(uint64_t words);
    virtual void compute(std::span<Task> level, const std::function<void(size_t)>& report);

  private:
    struct Number {
        uint64_t offset = 0;
        Shape shape{};
        Failure failure = Failure::none;
    };

    mp_limb_t* limbs() const { return memory_.get(); }
    Number& number(uint32_t slot);
    void append(Words& words, std::span<const uint32_t> slots, uint64_t units) const;
    uint64_t reserve(uint64_t words);
    void move(uint64_t from, uint64_t to, uint64_t words);
    Failure prepare(const Computation& computation, Task& task) const;
    void conclude(const Computation& computation, const Task& task);
    void close_gaps(std::span<Task> tasks, uint64_t first);

    unsigned threads_;
    // grows without a copy where the system can, and is not filled
    std::unique_ptr<mp_limb_t[], void (*)(void*)> memory_{nullptr, std::free};
    uint64_t used_ = 0, capacity_ = 0;  // words
    std::vector<Number> numbers_;       // by slot
};

}  // namespace limbsmith::pool
