// A kernel loaded on the device, with its arrays.
#pragma once

#include <vector>

#include "jit/device.hpp"
#include "kernel.hpp"

namespace limbsmith::bench {

struct Loaded {
    Loaded(runtime::Context& context, const Kernel& kernel, size_t out_bytes, size_t in_bytes)
        : context(context), module(context, kernel.image), out(context, out_bytes), in(context, in_bytes) {}

    runtime::Context& context;
    runtime::Module module;
    runtime::Buffer out, in;
};

// The words of a buffer.
inline std::vector<uint32_t> words_of(const runtime::Buffer& buffer) {
    std::vector<uint32_t> words(buffer.size() / sizeof(uint32_t));
    buffer.download(std::as_writable_bytes(std::span(words)));
    return words;
}

}  // namespace limbsmith::bench
