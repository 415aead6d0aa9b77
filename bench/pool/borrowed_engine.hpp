// An engine that stays when the pool that uses it goes.
#pragma once

#include "limbsmith/pool/engine.hpp"

namespace limbsmith::bench {

// requires: the engine outlives this.
class BorrowedEngine : public pool::Engine {
  public:
    explicit BorrowedEngine(pool::Engine& engine) : engine_(engine) {}

    std::string place() const override { return engine_.place(); }
    std::string means() const override { return engine_.means(); }
    void put(uint32_t slot, const mpz_class& value) override { engine_.put(slot, value); }
    void fail(uint32_t slot, pool::Failure failure) override { engine_.fail(slot, failure); }
    bool computes(pool::Operation operation) const override { return engine_.computes(operation); }
    pool::Words read(span<const uint32_t> slots) const override { return engine_.read(slots); }
    void need_slots(uint32_t count) override { engine_.need_slots(count); }
    std::pmr::memory_resource* level_memory() override { return engine_.level_memory(); }
    void run(span<const pool::Computation> level, const std::function<void(size_t)>& report) override {
        engine_.run(level, report);
    }
    size_t run_levels(span<const span<const pool::Computation>> levels,
                      const std::function<void(size_t)>& report) override {
        return engine_.run_levels(levels, report);
    }
    void compact(span<const uint32_t> kept) override { engine_.compact(kept); }
    uint64_t bytes() const override { return engine_.bytes(); }

  private:
    pool::Engine& engine_;
};

}  // namespace limbsmith::bench
