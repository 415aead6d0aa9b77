// Work of a GPU: if it is one of several, errors name it.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <typeinfo>

#include "device/device.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::session {

// Throws what the work throws; where `all` > 1 GPUs work together, errors of memory, of the device and of results begin with
// `cuda:1, NVIDIA H200: `.
template <class Work>
void on_gpu(const runtime::Device& gpu, size_t all, const Work& work) {
    if (all == 1) return work();
    const auto named = [&](const std::exception& error) {
        return fmt::format("{}, {}: {}", to_string(place::gpu(gpu.ordinal())), gpu.name(), error.what());
    };
    try {
        work();
    } catch (const runtime::OutOfMemory& error) {
        throw runtime::OutOfMemory(named(error));
    } catch (const runtime::WrongResult& error) {
        throw runtime::WrongResult(named(error));
    } catch (const runtime::Error& error) {
        if (typeid(error) != typeid(runtime::Error)) throw;
        throw runtime::Error(named(error));
    }
}

}  // namespace limbsmith::session
