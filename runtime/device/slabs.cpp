// Slabs by the driver's virtual memory: addresses are reserved once, memory is mapped as it is needed.
#include "device/slabs.hpp"

#include <algorithm>
#include <string>

#include "device/driver.hpp"

namespace limbsmith::runtime {
namespace {

CUmemAllocationProp properties(const Device& device) {
    CUmemAllocationProp made{};
    made.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    made.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    made.location.id = device.ordinal();
    return made;
}

CUdeviceptr cuda(const void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }

size_t rounded_up(size_t bytes, size_t granularity) {
    return (bytes + granularity - 1) / granularity * granularity;
}

}  // namespace

Slabs::Slabs(const Device& device, size_t most_bytes) : device_(device) {
    const Device::Scope scope(device_);
    const CUmemAllocationProp wanted = properties(device_);
    check(
        driver().cuMemGetAllocationGranularity(&granularity_, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
        "cuMemGetAllocationGranularity");
    most_ = rounded_up(std::max<size_t>(most_bytes, 1), granularity_);
    CUdeviceptr address = 0;
    check(driver().cuMemAddressReserve(&address, most_, 0, 0, 0), "cuMemAddressReserve");
    address_ = reinterpret_cast<void*>(address);
}

Slabs::~Slabs() {
    try {
        const Device::Scope scope(device_);
        driver().cuStreamSynchronize(nullptr);
        for (const Slab& slab : slabs_) unmap(slab);
        driver().cuMemAddressFree(cuda(address_), most_);
    } catch (const std::exception&) {
        // the device is lost, and the memory with it
    }
}

void Slabs::grow(size_t bytes) {
    if (bytes <= size_) return;
    const Device::Scope scope(device_);
    const size_t wanted = rounded_up(bytes - size_, granularity_);
    const auto refuse = [&](const char* why) {
        size_t free = 0, total = 0;
        check(driver().cuMemGetInfo(&free, &total), "cuMemGetInfo");
        throw OutOfMemory("out of device memory: " + std::to_string(wanted) + " bytes wanted beside " +
                          std::to_string(size_) + ", " + std::to_string(free) + " of " +
                          std::to_string(total) + " free on " + to_string(place::gpu(device_.ordinal())) +
                          why);
    };
    if (size_ + wanted > most_) refuse(" (the addresses end)");
    const CUmemAllocationProp of = properties(device_);
    CUmemGenericAllocationHandle handle = 0;
    const CUresult made = driver().cuMemCreate(&handle, wanted, &of, 0);
    if (made == CUDA_ERROR_OUT_OF_MEMORY) refuse(" (CUDA_ERROR_OUT_OF_MEMORY)");
    check(made, "cuMemCreate");
    const CUdeviceptr begin = cuda(address_) + size_;
    if (const CUresult mapped = driver().cuMemMap(begin, wanted, 0, handle, 0); mapped != CUDA_SUCCESS) {
        driver().cuMemRelease(handle);
        check(mapped, "cuMemMap");
    }
    slabs_.push_back({handle, size_, wanted});
    CUmemAccessDesc access{};
    access.location = of.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    if (const CUresult set = driver().cuMemSetAccess(begin, wanted, &access, 1); set != CUDA_SUCCESS) {
        unmap(slabs_.back());
        slabs_.pop_back();
        check(set, "cuMemSetAccess");
    }
    size_ += wanted;
}

void Slabs::shrink(size_t bytes) {
    const Device::Scope scope(device_);
    check(driver().cuStreamSynchronize(nullptr), "cuStreamSynchronize");
    while (!slabs_.empty() && slabs_.back().begin >= bytes) {
        unmap(slabs_.back());
        size_ = slabs_.back().begin;
        slabs_.pop_back();
    }
}

void Slabs::unmap(const Slab& slab) noexcept {
    try {
        driver().cuMemUnmap(cuda(address_) + slab.begin, slab.bytes);
        driver().cuMemRelease(slab.handle);
    } catch (const std::exception&) {
    }
}

}  // namespace limbsmith::runtime
