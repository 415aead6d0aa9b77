// Memory of a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "device/device.hpp"

namespace limbsmith::runtime {

class Stream;

// A block of fixed size, uninitialised. A buffer of 0 bytes has address null. It has one owner and can be
// moved but not copied. Its destructor frees the memory after the work on it, and does not throw.
class Buffer {
  public:
    // Errors: OutOfMemory with the wanted and the free number of bytes.
    Buffer(const Device& device, size_t bytes);

    size_t size() const { return size_; }
    // As kernels take it: a kernel's argument is a pointer to this pointer.
    void* address() const { return memory_.get(); }

    // Copy the whole buffer; complete on return. They wait for work on the standard stream, and for no other.
    // Errors: Error if the span does not have size() bytes, or if the copy or earlier work fails.
    void upload(std::span<const std::byte> from);
    void download(std::span<std::byte> to) const;

    // Sets every byte; complete on return.
    void fill(uint8_t value);

  private:
    struct Free {
        Device device;
        void operator()(void* memory) const noexcept;
    };
    void require_size(size_t bytes) const;
    const Device& device() const { return memory_.get_deleter().device; }

    std::unique_ptr<void, Free> memory_;
    size_t size_;
};

// Memory of the host that the device copies from and to without a detour. One owner, as above.
class HostBuffer {
  public:
    // Errors: OutOfMemory.
    HostBuffer(const Device& device, size_t bytes);
    ~HostBuffer();
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;

    size_t size() const { return size_; }
    void* address() const { return address_; }

  private:
    Device device_;
    void* address_ = nullptr;
    size_t size_;
};

// Start a copy on a stream. requires: the words stay as they are until the stream has done it; those of the host belong
// to a HostBuffer, else the call may wait. Errors: Error.
void start_copy_to_device(Stream& stream, void* to, std::span<const std::byte> from);
void start_copy_from_device(Stream& stream, std::span<std::byte> to, const void* from);
void start_copy(Stream& stream, void* to, const void* from, size_t bytes);
// From the memory of another GPU: over the link between the two where there is one, else through the host. The stream's GPU has `to`;
// both are in buffers.
void start_copy_from_peer(Stream& stream, void* to, const Device& peer, const void* from, size_t bytes);
// Pieces of so many bytes, `step` bytes apart on the host and without gaps on the device. requires: step >= bytes.
void start_copy_to_device(Stream& stream, void* to, const void* from, size_t step, size_t bytes,
                          size_t pieces);
void start_copy_from_device(Stream& stream, void* to, size_t step, const void* from, size_t bytes,
                            size_t pieces);
// Pieces within the device, each `step` bytes behind the one before. requires: step >= bytes, both below 2^31 if
// there are several pieces.
void start_copy(Stream& stream, void* to, size_t to_step, const void* from, size_t from_step, size_t bytes,
                size_t pieces);
// Sets every byte.
void start_fill(Stream& stream, void* to, uint8_t value, size_t bytes);
// Sets the words of such pieces to 0. requires: bytes is a multiple of 4.
void start_clear(Stream& stream, void* to, size_t step, size_t bytes, size_t pieces);

}  // namespace limbsmith::runtime
