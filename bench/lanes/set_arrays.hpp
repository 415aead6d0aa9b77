// Limb-major arrays on the device whose numbers repeat a few sets of operands (kernels/limb_major.cu).
#pragma once

#include <string>
#include <vector>

#include "bench/loaded_kernel.hpp"

namespace limbsmith::bench {

using Words = std::vector<uint32_t>;

class SetArrays {
  public:
    // Room for the operands and the results of `numbers` numbers.
    // requires: the kernel's source has kernels/limb_major.cu.
    SetArrays(runtime::Stream& on, const Kernel& kernel, size_t numbers, size_t in_words, size_t out_words)
        : loaded(on, kernel, numbers * out_words * sizeof(uint32_t), numbers * in_words * sizeof(uint32_t)),
          numbers_(numbers),
          out_words_(static_cast<uint32_t>(out_words)) {}

    // Gives number t the operands of set t mod sets.
    void fill(const std::vector<Words>& sets);
    // The results of the sets. Throws Error unless every number has those of its set.
    std::vector<Words> results(const std::string& operation);

    Loaded loaded;

  private:
    void launch(const char* kernel, const std::vector<void*>& arguments);

    unsigned long long numbers_;
    uint32_t sets_ = 0, out_words_;
};

}  // namespace limbsmith::bench
