// Inverses of many elements from memory, timed and checked against GMP.
#pragma once

#include <memory>

#include "jit/device.hpp"
#include "register_kernel.hpp"
#include "spec/field_spec.hpp"

namespace limbsmith::bench {

class BatchInverse {
  public:
    // `count` elements a thread.
    BatchInverse(runtime::Context& context, const Modulus& modulus, Reduction reduction, uint32_t count,
                 uint32_t block, uint32_t blocks_per_sm);

    double seconds();
    // Results of one launch.
    double results() const;
    // Recomputes threads spread over the device with GMP. Throws Error naming the first wrong one.
    void check() const;

  private:
    FieldSpec spec_;
    uint32_t count_, block_, blocks_;
    std::vector<uint32_t> in_;
    std::unique_ptr<runtime::Module> module_;
    std::unique_ptr<RegisterKernel> kernel_;
};

}  // namespace limbsmith::bench
