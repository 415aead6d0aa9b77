// Work of a GPU: if it is one of several, errors name it.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <typeinfo>

#include "device/device.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {

// Throws what the work throws; errors of memory, of the device and of results begin with `name()`.
template <class Name, class Work>
void named_errors(const Name& name, const Work& work) {
    const auto named = [&](const std::exception& error) {
        return fmt::format("{}: {}", name(), error.what());
    };
    try {
        work();
    } catch (const OutOfMemory& error) {
        throw OutOfMemory(named(error));
    } catch (const WrongResult& error) {
        throw WrongResult(named(error));
    } catch (const Error& error) {
        if (typeid(error) != typeid(Error)) throw;
        throw Error(named(error));
    }
}

// The same where `all` > 1 GPUs work together: errors begin with `cuda:1, NVIDIA H200: `.
template <class Work>
void on_gpu(const Device& gpu, size_t all, const Work& work) {
    if (all == 1) return work();
    named_errors([&] { return fmt::format("{}, {}", to_string(place::gpu(gpu.ordinal())), gpu.name()); },
                 work);
}

}  // namespace limbsmith::runtime
