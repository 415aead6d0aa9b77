// Buffer by driver calls.
#include "device/memory.hpp"

#include <string>

#include "device/driver.hpp"
#include "device/stream.hpp"

namespace limbsmith::runtime {
namespace {

std::string of(size_t bytes) { return " of " + std::to_string(bytes) + " bytes"; }

CUdeviceptr cuda(const void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }

void* allocate(const Device& device, size_t bytes) {
    if (bytes == 0) return nullptr;  // the driver refuses to allocate 0 bytes
    const Device::Scope scope(device);
    CUdeviceptr address = 0;
    const CUresult result = driver().cuMemAlloc(&address, bytes);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        size_t free = 0, total = 0;
        check(driver().cuMemGetInfo(&free, &total), "cuMemGetInfo");
        throw OutOfMemory("out of device memory: " + std::to_string(bytes) + " bytes wanted, " +
                          std::to_string(free) + " of " + std::to_string(total) + " free on " +
                          to_string(place::gpu(device.ordinal())) +
                          " (CUDA_ERROR_OUT_OF_MEMORY); use smaller batches");
    }
    check(result, "cuMemAlloc" + of(bytes));
    return reinterpret_cast<void*>(address);
}

// Copies by a stream and waits for it: a plain copy from pageable memory may return before the device has the
// data.
void copy_to_device(const Device& device, void* to, std::span<const std::byte> from) {
    const Device::Scope scope(device);
    const std::string call = "copy to the device" + of(from.size());
    check(driver().cuMemcpyHtoDAsync(cuda(to), from.data(), from.size(), nullptr), call);
    check(driver().cuStreamSynchronize(nullptr), call);
}

void copy_from_device(const Device& device, std::span<std::byte> to, const void* from) {
    const Device::Scope scope(device);
    const std::string call = "copy from the device" + of(to.size());
    check(driver().cuMemcpyDtoHAsync(to.data(), cuda(from), to.size(), nullptr), call);
    check(driver().cuStreamSynchronize(nullptr), call);
}

CUcontext context(const Device& device) {
    const Device::Scope scope(device);
    CUcontext own = nullptr;
    check(driver().cuCtxGetCurrent(&own), "cuCtxGetCurrent");
    return own;
}

// Lets a GPU reach the memory of another one.
void enable_access(const Device& device, CUcontext to) {
    const Device::Scope scope(device);
    const CUresult result = driver().cuCtxEnablePeerAccess(to, 0);
    if (result != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED && result != CUDA_ERROR_PEER_ACCESS_UNSUPPORTED &&
        result != CUDA_ERROR_TOO_MANY_PEERS)
        check(result, "cuCtxEnablePeerAccess");
}

// Whether pieces that are not in one run can be one copy in two dimensions.
bool is_for_one_copy(size_t step, size_t bytes, size_t pieces) {
    constexpr size_t most_step = (size_t{1} << 31) - 1;
    return step != bytes && pieces > 1 && step <= most_step;
}

void start_pieces(Stream& stream, const CUDA_MEMCPY2D& copy) {
    const Device::Scope scope(stream.device());
    check(driver().cuMemcpy2DAsync(&copy, stream.handle()),
          "copy of " + std::to_string(copy.Height) + " pieces");
    stream.launched("a copy");
}

}  // namespace

// After a failed kernel every call fails: the device is lost, and its memory with it. The next call of
// another function reports that.
void Buffer::Free::operator()(void* memory) const noexcept {
    try {
        const Device::Scope scope(device);
        driver().cuMemFree(cuda(memory));
    } catch (const std::exception&) {
    }
}

Buffer::Buffer(const Device& device, size_t bytes)
    : memory_(allocate(device, bytes), Free{device}), size_(bytes) {}

void Buffer::require_size(size_t bytes) const {
    if (bytes == size_) return;
    throw Error("copy" + of(bytes) + ", but the buffer has " + std::to_string(size_));
}

void Buffer::upload(std::span<const std::byte> from) {
    require_size(from.size());
    if (size_ != 0) copy_to_device(device(), address(), from);
}

void Buffer::download(std::span<std::byte> to) const {
    require_size(to.size());
    if (size_ != 0) copy_from_device(device(), to, address());
}

void Buffer::fill(uint8_t value) {
    if (size_ == 0) return;
    const Device::Scope scope(device());
    check(driver().cuMemsetD8Async(cuda(address()), value, size_, nullptr), "cuMemsetD8Async");
    check(driver().cuStreamSynchronize(nullptr), "cuMemsetD8Async");
}

HostBuffer::HostBuffer(const Device& device, size_t bytes) : device_(device), size_(bytes) {
    if (bytes == 0) return;
    const Device::Scope scope(device_);
    const CUresult result = driver().cuMemAllocHost(&address_, bytes);
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
        throw OutOfMemory("out of host memory: a buffer" + of(bytes) + " for copies");
    check(result, "cuMemAllocHost" + of(bytes));
}

HostBuffer::~HostBuffer() {
    if (!address_) return;
    try {
        const Device::Scope scope(device_);
        driver().cuMemFreeHost(address_);
    } catch (const std::exception&) {
    }
}

void start_copy_to_device(Stream& stream, void* to, std::span<const std::byte> from) {
    const Device::Scope scope(stream.device());
    check(driver().cuMemcpyHtoDAsync(cuda(to), from.data(), from.size(), stream.handle()),
          "copy to the device" + of(from.size()));
    stream.launched("a copy to the device");
}

void start_copy_from_device(Stream& stream, std::span<std::byte> to, const void* from) {
    const Device::Scope scope(stream.device());
    check(driver().cuMemcpyDtoHAsync(to.data(), cuda(from), to.size(), stream.handle()),
          "copy from the device" + of(to.size()));
    stream.launched("a copy from the device");
}

void start_copy(Stream& stream, void* to, const void* from, size_t bytes) {
    const Device::Scope scope(stream.device());
    check(driver().cuMemcpyDtoDAsync(cuda(to), cuda(from), bytes, stream.handle()), "copy" + of(bytes));
    stream.launched("a copy");
}

// Without a link, or with too many, the driver refuses to enable it, and copies through the host.
void start_copy_from_peer(Stream& stream, void* to, const Device& peer, const void* from, size_t bytes) {
    const CUcontext own = context(stream.device()), others = context(peer);
    if (own == others) return start_copy(stream, to, from, bytes);
    enable_access(peer, own);
    enable_access(stream.device(), others);
    const Device::Scope scope(stream.device());
    check(driver().cuMemcpyPeerAsync(cuda(to), own, cuda(from), others, bytes, stream.handle()),
          "copy" + of(bytes) + " from " + to_string(place::gpu(peer.ordinal())));
    stream.launched("a copy from another GPU");
}

void start_copy(Stream& stream, void* to, size_t to_step, const void* from, size_t from_step, size_t bytes,
                size_t pieces) {
    if (pieces == 1 || (to_step == bytes && from_step == bytes))
        return start_copy(stream, to, from, bytes * pieces);
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = cuda(from), copy.srcPitch = from_step;
    copy.dstDevice = cuda(to), copy.dstPitch = to_step;
    copy.WidthInBytes = bytes, copy.Height = pieces;
    start_pieces(stream, copy);
}

void start_copy_to_device(Stream& stream, void* to, const void* from, size_t step, size_t bytes,
                          size_t pieces) {
    if (is_for_one_copy(step, bytes, pieces)) {
        CUDA_MEMCPY2D copy{};
        copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = from, copy.srcPitch = step;
        copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = cuda(to), copy.dstPitch = bytes;
        copy.WidthInBytes = bytes, copy.Height = pieces;
        return start_pieces(stream, copy);
    }
    const size_t run = step == bytes ? bytes * pieces : bytes;
    for (size_t done = 0, first = 0; done < bytes * pieces; done += run, first += step)
        start_copy_to_device(stream, static_cast<std::byte*>(to) + done,
                             {static_cast<const std::byte*>(from) + first, run});
}

void start_copy_from_device(Stream& stream, void* to, size_t step, const void* from, size_t bytes,
                            size_t pieces) {
    if (is_for_one_copy(step, bytes, pieces)) {
        CUDA_MEMCPY2D copy{};
        copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = cuda(from), copy.srcPitch = bytes;
        copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = to, copy.dstPitch = step;
        copy.WidthInBytes = bytes, copy.Height = pieces;
        return start_pieces(stream, copy);
    }
    const size_t run = step == bytes ? bytes * pieces : bytes;
    for (size_t done = 0, first = 0; done < bytes * pieces; done += run, first += step)
        start_copy_from_device(stream, {static_cast<std::byte*>(to) + first, run},
                               static_cast<const std::byte*>(from) + done);
}

void start_fill(Stream& stream, void* to, uint8_t value, size_t bytes) {
    const Device::Scope scope(stream.device());
    check(driver().cuMemsetD8Async(cuda(to), value, bytes, stream.handle()), "filling" + of(bytes));
    stream.launched("filling");
}

void start_clear(Stream& stream, void* to, size_t step, size_t bytes, size_t pieces) {
    const Device::Scope scope(stream.device());
    if (pieces == 1)
        check(driver().cuMemsetD8Async(cuda(to), 0, bytes, stream.handle()), "clearing" + of(bytes));
    else
        check(driver().cuMemsetD2D32Async(cuda(to), step, 0, bytes / 4, pieces, stream.handle()),
              "clearing of " + std::to_string(pieces) + " pieces");
    stream.launched("clearing");
}

}  // namespace limbsmith::runtime
