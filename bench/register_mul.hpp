// Products that stay in registers, timed and checked against GMP.
#pragma once

#include <memory>

#include "jit/device.hpp"
#include "register_kernel.hpp"
#include "spec/spec.hpp"

namespace limbsmith::bench {

// How many products a thread runs side by side, and its place on the device.
struct Shape {
    uint32_t chains, block, blocks_per_sm;
};

class RegisterMul {
  public:
    RegisterMul(runtime::Context& context, Width width, MulChoice mul, Shape shape);

    double seconds();
    // Results of one launch.
    double results() const;
    // Recomputes threads spread over the device with GMP from the inputs to the end of the last launch.
    // Throws Error naming the first wrong one.
    void check() const;

  private:
    Width width_;
    Shape shape_;
    uint32_t blocks_, rounds_;
    std::vector<uint32_t> in_;
    std::unique_ptr<runtime::Module> module_;
    std::unique_ptr<RegisterKernel> kernel_;
};

}  // namespace limbsmith::bench
