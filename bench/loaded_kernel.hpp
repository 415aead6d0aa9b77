// A kernel loaded on the device, with its arrays.
#pragma once

#include <span>
#include <vector>

#include "device/memory.hpp"
#include "device/stream.hpp"
#include "kernel.hpp"

namespace limbsmith::bench {

struct Loaded {
    Loaded(runtime::Stream& on, const Kernel& kernel, size_t out_bytes, size_t in_bytes)
        : on(on), module(on.device(), kernel.image), out(on.device(), out_bytes), in(on.device(), in_bytes) {}

    runtime::Stream& on;
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
