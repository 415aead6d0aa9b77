#include "limbsmith/memory.hpp"

#include <atomic>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "batch/stream_state.hpp"
#include "device/memory.hpp"

namespace limbsmith {
namespace {

constexpr std::align_val_t alignment{128};

std::atomic<size_t> in_use = 0;

std::atomic<bool>& has_device_code() {
    static std::atomic<bool> announced = false;  // a function-local static, since it may be used before main
    return announced;
}

// The host or a GPU.
place chosen(place where) {
    if (where == place::host) return where;
    if (where == place::automatic) {
        const auto device = has_device_code() ? runtime::find_device(where) : std::nullopt;
        return device ? place::gpu(device->ordinal()) : place::host;
    }
    return place::gpu(runtime::device_at(where).ordinal());
}

std::shared_ptr<void> host_block(size_t bytes) {
    void* block = ::operator new(bytes, alignment, std::nothrow);
    if (!block) throw OutOfMemory("out of memory: " + std::to_string(bytes) + " bytes wanted");
    return {block, [](void* address) { ::operator delete(address, alignment); }};
}

std::shared_ptr<runtime::Buffer> device_block(place gpu, size_t bytes) {
    return std::make_shared<runtime::Buffer>(runtime::Device(gpu.ordinal()), bytes);
}

runtime::Buffer& buffer_of(const std::shared_ptr<void>& owner) {
    return *static_cast<runtime::Buffer*>(owner.get());
}

}  // namespace

namespace detail {

bool announce_device_code() noexcept {
    has_device_code() = true;
    return true;
}

device_scope::device_scope(place gpu) { runtime::Device(gpu.ordinal()).enter(); }
device_scope::~device_scope() { runtime::Device::leave(); }

}  // namespace detail

bool has_device(std::string* why_not) noexcept {
    return runtime::find_device(place::device, why_not).has_value();
}

int device_count() noexcept { return runtime::device_count(); }

size_t memory_in_use() noexcept { return in_use; }

memory::memory(unsigned long long words, place where) : block_(std::make_unique<Block>()) {
    detail::throw_kept_error();
    block_->where = chosen(where);
    if (words > std::numeric_limits<size_t>::max() / 8) {
        throw OutOfMemory("out of memory: " + std::to_string(words) + " words of 4 bytes wanted");
    }
    if (words == 0) return;
    const size_t bytes = words * sizeof(uint32_t);
    if (on_device()) {
        const auto buffer = device_block(block_->where, bytes);
        block_->address = static_cast<uint32_t*>(buffer->address());
        block_->owner = buffer;
    } else {
        block_->owner = host_block(bytes);
        block_->address = static_cast<uint32_t*>(block_->owner.get());
    }
    block_->words = words;
    in_use += bytes;
}

memory::Block::~Block() { in_use -= words * sizeof(uint32_t); }

void memory::upload(const uint32_t* from) const {
    wait();
    const size_t bytes = block_->words * sizeof(uint32_t);
    if (bytes == 0) return;
    if (on_device()) {
        buffer_of(block_->owner).upload(std::as_bytes(std::span(from, block_->words)));
    } else {
        std::memcpy(block_->address, from, bytes);
    }
}

void memory::download(uint32_t* to) const {
    wait();
    const size_t bytes = block_->words * sizeof(uint32_t);
    if (bytes == 0) return;
    if (on_device()) {
        buffer_of(block_->owner).download(std::as_writable_bytes(std::span(to, block_->words)));
    } else {
        std::memcpy(to, block_->address, bytes);
    }
}

void memory::order(const stream& next) const {
    if (!on_device()) return;
    runtime::Stream& later = next.state().on(block_->where);
    if (block_->last && block_->last != next.state_) later.wait_for(block_->last->on(block_->where));
    block_->last = next.state_;
}

void memory::wait() const {
    detail::throw_kept_error();
    if (block_->last) block_->last->synchronize();
}

}  // namespace limbsmith
