// The GPUs of this machine.
//
// Promises: Device(i) is the GPU that CUDA counts as number i; CUDA_VISIBLE_DEVICES applies. A Device is a
// small value, and copies mean the same GPU. Its primary context, which CUDA's runtime uses too, is kept until
// the process ends. A Device and the objects of memory.hpp, stream.hpp and module.hpp may be used by any
// thread: each call enters the GPU's context and restores the thread's own before it returns.
//
// A build without CUDA's headers has the same functions, and they find no GPU (no_device.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "limbsmith/place.hpp"

namespace limbsmith::runtime {

class Device {
  public:
    // Errors: NoDevice if the driver is missing or has no GPU of this number.
    explicit Device(int ordinal);

    int ordinal() const;
    // As in `NVIDIA H200`.
    std::string name() const;
    // As in `NVIDIA H200, compute capability 9.0`.
    std::string description() const;
    int major() const;
    int minor() const;
    int multiprocessors() const;
    // Bytes of shared memory that a block can have.
    int shared_bytes() const;
    // The highest clocks of the multiprocessors and of the memory, in kHz; under load they may be lower.
    int clock_khz() const;
    int memory_clock_khz() const;
    size_t memory_bytes() const;
    // As in 0000:17:00.0.
    std::string pci_bus() const;

    // Make the device's context the calling thread's, and restore the one before.
    // Errors: Error if the device is lost.
    void enter() const;
    static void leave() noexcept;
    // enter() and leave() for its lifetime.
    class Scope {
      public:
        explicit Scope(const Device& device) { device.enter(); }
        ~Scope() { leave(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
    };

  private:
    struct State;
    const State* state_;  // one for each GPU, never destroyed
};

// How many GPUs there are; 0 without a driver.
int device_count() noexcept;

// The GPU at a place other than the host; `automatic` and `device` mean the standard GPU.
// Errors: NoDevice, also for place::all, and if LIMBSMITH_DEVICE is `cpu` or is not understood.
Device device_at(place where);
// The same, or nullopt and the reason.
std::optional<Device> find_device(place where, std::string* why_not = nullptr) noexcept;

// `NVIDIA H200`, `2 x NVIDIA H200`, `NVIDIA H100, NVIDIA H200`
std::string names(const std::vector<Device>& all);

// As in `580.95.05, CUDA 13.0`: the driver's release, if the system tells it, and the newest CUDA that it
// supports. Errors: NoDevice.
std::string driver_version();
// As in `13.0`: the newest CUDA that the driver supports. Errors: NoDevice.
std::string driver_cuda();

}  // namespace limbsmith::runtime
