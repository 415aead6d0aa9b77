#include "grid/gpu.hpp"

#include <algorithm>
#include <mutex>

#include "grid/kernels.hpp"
#include "grid/shape.hpp"
#include "jit/image_cache.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::grid {

using runtime::Buffer;

struct Gpu::Pool {
    std::mutex mutex;
    std::multimap<size_t, Buffer> free;

    Buffer take(const runtime::Device& device, size_t bytes) {
        {
            const std::lock_guard lock(mutex);
            if (const auto found = free.find(bytes); found != free.end())
                return std::move(free.extract(found).mapped());
        }
        try {
            return Buffer(device, bytes);
        } catch (const runtime::OutOfMemory&) {
            const std::lock_guard lock(mutex);
            if (free.empty()) throw;
            free.clear();
        }
        return Buffer(device, bytes);
    }
    void give_back(Buffer buffer) {
        const std::lock_guard lock(mutex);
        const size_t bytes = buffer.size();
        free.emplace(bytes, std::move(buffer));
    }
};

Gpu::Gpu(const runtime::Device& device)
    : stream_(device),
      module_(device, runtime::compiled_once(kernels_source(), "grid.cu", device.major(), device.minor())),
      pool_(std::make_shared<Pool>()) {}

Memory Gpu::allocate(size_t words) {
    auto owner = std::make_shared<Buffer>(pool_->take(device(), words * sizeof(uint32_t)));
    auto* address = static_cast<uint32_t*>(owner->address());
    return Memory(address, [owner, pool = pool_](uint32_t*) { pool->give_back(std::move(*owner)); });
}

void Gpu::write(uint32_t* to, std::span<const uint32_t> from) {
    runtime::copy_to_device(device(), to, std::as_bytes(from));
}

void Gpu::read(const uint32_t* from, std::span<uint32_t> to) {
    runtime::copy_from_device(device(), std::as_writable_bytes(to), from);
}

void Gpu::launch(const char* kernel, uint32_t groups, uint32_t numbers, std::span<const Argument> arguments,
                 uint32_t lanes) {
    if (groups == 0 || numbers == 0) return;
    auto found = functions_.find(kernel);
    if (found == functions_.end()) found = functions_.emplace(kernel, module_.function(kernel)).first;
    std::vector<void*> parameters;
    for (const Argument& argument : arguments) {
        const auto add = [&](const auto& value) {
            parameters.push_back(const_cast<void*>(static_cast<const void*>(&value)));
        };
        if (const auto* array = std::get_if<Array>(&argument)) {
            add(array->words), add(array->stride);
        } else if (const auto* table = std::get_if<Table>(&argument)) {
            add(table->words);
        } else {
            add(std::get<uint32_t>(argument));
        }
    }
    parameters.push_back(&groups), parameters.push_back(&numbers);
    const uint32_t threads = std::max(threads_of_warps, lanes);
    const uint64_t blocks = (uint64_t{groups} * numbers * lanes + threads - 1) / threads;
    stream_.launch(found->second, blocks, threads, parameters);
}

}  // namespace limbsmith::grid
