// A kernel without memory traffic: a grid that fills the device, a state that each thread keeps in registers.
#pragma once

#include <cstdint>
#include <vector>

#include "jit/device.hpp"

namespace limbsmith::bench {

// The kernel is NAME(uint32_t* out, const uint32_t* in, uint32_t rounds), out and in word-major: word w of
// thread t stands at [w·threads + t].
class RegisterKernel {
  public:
    // `in` holds the same number of words for every thread.
    RegisterKernel(runtime::Context& context, runtime::Function function, uint32_t blocks, uint32_t block,
                   const std::vector<uint32_t>& in, size_t out_words);

    // The seconds of one launch.
    double seconds(uint32_t rounds);
    // What the last launch left.
    std::vector<uint32_t> result() const;

  private:
    runtime::Context& context_;
    runtime::Function function_;
    uint32_t blocks_, block_;
    runtime::Buffer in_, out_;
};

// Pseudo-random words, the same on every machine.
std::vector<uint32_t> random_words(size_t count, uint64_t seed);

}  // namespace limbsmith::bench
