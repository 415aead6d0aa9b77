// Memory of a GPU that grows and never moves.
#pragma once

#include <cstddef>
#include <vector>

#include "device/device.hpp"

namespace limbsmith::runtime {

// A range of addresses, of which a part from its beginning on has memory, in slabs that are mapped one after the other.
// It has one owner. Its destructor waits for the work on the memory, and does not throw.
class Slabs {
  public:
    // Addresses for so many bytes; no memory yet. Errors: Error if the driver has none left.
    Slabs(const Device& device, size_t most_bytes);
    ~Slabs();
    Slabs(const Slabs&) = delete;
    Slabs& operator=(const Slabs&) = delete;

    void* address() const { return address_; }
    // That have memory.
    size_t size() const { return size_; }
    // Makes them at least so many. Errors: OutOfMemory; then they are as many as before.
    void grow(size_t bytes);
    // Gives back slabs beyond the first `bytes`, after all work of the device.
    void shrink(size_t bytes);

  private:
    struct Slab {
        unsigned long long handle;
        size_t begin, bytes;
    };
    void unmap(const Slab& slab) noexcept;

    Device device_;
    void* address_ = nullptr;
    size_t most_ = 0, size_ = 0, granularity_ = 0;
    std::vector<Slab> slabs_;
};

}  // namespace limbsmith::runtime
