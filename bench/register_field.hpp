// Modular operations that stay in registers, timed and checked against GMP.
#pragma once

#include <memory>

#include "jit/device.hpp"
#include "register_kernel.hpp"
#include "spec/field_spec.hpp"

namespace limbsmith::bench {

class RegisterField {
  public:
    // One operation, that of the spec: mul, sqr, mul_add2, add or inv.
    RegisterField(runtime::Context& context, const FieldSpec& spec, uint32_t chains, uint32_t block,
                  uint32_t blocks_per_sm);

    double seconds();
    // Results of one launch.
    double results() const;
    // Recomputes threads spread over the device with GMP. Throws Error naming the first wrong one.
    void check() const;

  private:
    Modulus modulus_;
    Reduction reduction_;
    FieldOp op_;
    uint32_t chains_, block_, blocks_, rounds_;
    std::vector<uint32_t> in_;
    std::unique_ptr<runtime::Module> module_;
    std::unique_ptr<RegisterKernel> kernel_;
};

}  // namespace limbsmith::bench
