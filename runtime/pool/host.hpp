// The engine of machines without a GPU: GMP on all cores.
#pragma once

#include <gmp.h>

#include <cstdlib>
#include <memory>

#include "pool/engine.hpp"

namespace limbsmith::pool {

class Host : public Engine {
  public:
    // 0: as many threads as the machine has cores.
    explicit Host(unsigned threads = 0);

    std::string place() const override { return "host"; }
    std::string means() const override;
    void resize(uint64_t words) override;
    void write(uint64_t offset, std::span<const uint32_t> words) override;
    void read(uint64_t offset, std::span<uint32_t> words) const override;
    void move(std::span<const Move> moves) override;
    // The longest computations start first.
    void run(std::span<Task> level, const std::function<void(size_t)>& report) override;

  private:
    mp_limb_t* limbs() const { return memory_.get(); }

    unsigned threads_;
    // grows without a copy where the system can, and is not filled
    std::unique_ptr<mp_limb_t[], void (*)(void*)> memory_{nullptr, std::free};
};

}  // namespace limbsmith::pool
