#include "limbsmith/memory.hpp"

#include <atomic>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "batch/device.hpp"
#include "batch/stream_state.hpp"

namespace limbsmith {
namespace {

constexpr std::align_val_t alignment{128};

std::atomic<size_t> in_use = 0;

std::atomic<bool>& has_device_code() {
    static std::atomic<bool> announced = false;  // a function-local static, since it may be used before main
    return announced;
}

bool chooses_device(place where) {
    std::string why_not;
    switch (where) {
        case place::host: return false;
        case place::automatic: return has_device_code() && device::is_there(nullptr);
        case place::device: break;
    }
    if (!device::is_there(&why_not)) throw runtime::NoDevice(why_not);
    return true;
}

uint32_t* host_block(size_t bytes) {
    void* block = ::operator new(bytes, alignment, std::nothrow);
    if (!block) throw OutOfMemory("out of memory: " + std::to_string(bytes) + " bytes wanted");
    return static_cast<uint32_t*>(block);
}

}  // namespace

namespace detail {

bool announce_device_code() noexcept {
    has_device_code() = true;
    return true;
}

device_scope::device_scope() { device::enter_context(); }
device_scope::~device_scope() { device::leave_context(); }

}  // namespace detail

bool has_device(std::string* why_not) noexcept { return device::is_there(why_not); }

size_t memory_in_use() noexcept { return in_use; }

memory::memory(unsigned long long words, place where) : block_(std::make_unique<Block>()) {
    detail::throw_kept_error();
    block_->on_device = chooses_device(where);
    if (words > std::numeric_limits<size_t>::max() / 8) {
        throw OutOfMemory("out of memory: " + std::to_string(words) + " words of 4 bytes wanted");
    }
    if (words == 0) return;
    const size_t bytes = words * sizeof(uint32_t);
    block_->address = block_->on_device ? static_cast<uint32_t*>(device::allocate(bytes)) : host_block(bytes);
    block_->words = words;
    in_use += bytes;
}

memory::Block::~Block() {
    if (!address) return;
    if (on_device) {
        device::free(address);
    } else {
        ::operator delete(address, alignment);
    }
    in_use -= words * sizeof(uint32_t);
}

void memory::upload(const uint32_t* from) const {
    wait();
    const size_t bytes = block_->words * sizeof(uint32_t);
    if (bytes == 0) return;
    if (block_->on_device) {
        device::upload(block_->address, from, bytes);
    } else {
        std::memcpy(block_->address, from, bytes);
    }
}

void memory::download(uint32_t* to) const {
    wait();
    const size_t bytes = block_->words * sizeof(uint32_t);
    if (bytes == 0) return;
    if (block_->on_device) {
        device::download(to, block_->address, bytes);
    } else {
        std::memcpy(to, block_->address, bytes);
    }
}

void memory::order(const stream& next) const {
    if (!block_->on_device) return;
    detail::stream_state& state = next.state();
    if (block_->last && block_->last != next.state_) device::order(state.handle(), block_->last->handle());
    block_->last = next.state_;
}

void memory::wait() const {
    detail::throw_kept_error();
    if (block_->last) block_->last->synchronize();
}

}  // namespace limbsmith
