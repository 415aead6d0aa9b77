// Computations of a pool by our own code on the host: the kernels of one thread a computation (CTT) that a GPU runs, compiled
// by the host's compiler.
#pragma once

#include <gmpxx.h>

#include <span>
#include <vector>

#include "bench/portable_code.hpp"
#include "limbsmith/pool/engine.hpp"

namespace limbsmith::bench {

class PoolHostCode {
  public:
    // Compiles it, which takes some seconds.
    PoolHostCode();

    // Whether the host's compiler has made it.
    bool is_there() const { return run_ != nullptr; }

    using Run = void(void* memory, uint32_t* numbers, const uint32_t* computations, const uint32_t* plans,
                     const uint32_t* order, uint32_t first, uint32_t last, uint32_t count);
    // requires: is_there()
    Run& run() const { return *run_; }

  private:
    HostLibrary library_;
    Run* run_ = nullptr;
};

// Sums, differences and products of integers, as they lie in the memory of a device.
class HostLevel {
  public:
    // Slot k has operand k; the results have the slots after them, in the order of the computations.
    HostLevel(std::span<const mpz_class> operands, std::span<const pool::Computation> level);

    // requires: code.is_there()
    void run(const PoolHostCode& code, size_t first, size_t last);
    // The result of a computation that was run.
    mpz_class result(size_t computation) const;

  private:
    struct alignas(32) Unit {
        uint32_t words[8];
    };
    std::vector<Unit> memory_;
    std::vector<uint32_t> numbers_, computations_, plans_, order_;
    size_t operands_;
};

}  // namespace limbsmith::bench
