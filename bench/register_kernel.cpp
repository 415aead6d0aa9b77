#include "register_kernel.hpp"

#include <random>

namespace limbsmith::bench {

RegisterKernel::RegisterKernel(runtime::Context& context, runtime::Function function, uint32_t blocks,
                               uint32_t block, const std::vector<uint32_t>& in, size_t out_words)
    : context_(context),
      function_(std::move(function)),
      blocks_(blocks),
      block_(block),
      in_(context, in.size() * sizeof(uint32_t)),
      out_(context, out_words * sizeof(uint32_t)) {
    in_.upload(std::as_bytes(std::span(in)));
}

double RegisterKernel::seconds(uint32_t rounds) {
    CUdeviceptr out = out_.address(), in = in_.address();
    return context_.seconds([&] { context_.launch(function_, blocks_, block_, {&out, &in, &rounds}); });
}

std::vector<uint32_t> RegisterKernel::result() const {
    std::vector<uint32_t> words(out_.size() / sizeof(uint32_t));
    out_.download(std::as_writable_bytes(std::span(words)));
    return words;
}

std::vector<uint32_t> random_words(size_t count, uint64_t seed) {
    std::mt19937_64 engine(seed);
    std::vector<uint32_t> words(count);
    for (uint32_t& word : words) word = static_cast<uint32_t>(engine() >> 32);
    return words;
}

}  // namespace limbsmith::bench
