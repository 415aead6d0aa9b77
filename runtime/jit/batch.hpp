// Batch kernels compiled once and run over many numbers, from host memory to host memory.
//
// Promises: the result of exactly `count` threads, or an error; a result that no thread wrote is
// recognisable. batch_chunks.hpp has batches by chunks. The caller provides the kernels' arithmetic and the layout of their numbers, and handles
// machines without a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/device.hpp"
#include "device/module.hpp"
#include "jit/compiler.hpp"
#include "limbsmith/subject.hpp"

namespace limbsmith::runtime {

// Every kernel is declared as
//
//     extern "C" __global__ void NAME(uint32_t* r, const uint32_t* in0, const uint32_t* in1, ...,
//                                     unsigned long long count)
//
// There are at least count·lanes threads, `lanes` for a number, in blocks of `block`. With one lane, a thread
// computes one number or several; other threads do nothing.
struct BatchJob {
    std::string kernel;
    std::vector<std::span<const uint32_t>> inputs;  // limb-major, each for `count` numbers
    std::span<uint32_t> result;                     // limb-major, for `count` numbers
    size_t count = 0;                               // 0 is allowed: nothing is launched
    uint32_t lanes = 1, block = 128;
    uint64_t grid = 0;  // blocks of the launch; 0: as many as the numbers need. requires: no fewer
};

class BatchKernels {
  public:
    // Compiles `source` for a GPU. Errors: NoDevice; Error if it does not compile.
    BatchKernels(const std::string& source, const std::vector<Header>& headers,
                 const Device& device = device_at(place::device));
    // Loads machine code. Errors: Error.
    BatchKernels(std::vector<char> image, const Device& device);
    ~BatchKernels();

    // The name of the GPU.
    std::string device() const;
    // The subject of a self-check of a kernel; its `code` is a digest of the machine code of all kernels.
    self_check::subject subject(const std::string& kernel) const;

    // Runs a job and returns the seconds of its kernel; 0 for an empty batch. Ensures: `job.result` is filled; words that
    // the kernel does not write read 0xA5A5A5A5. Errors: Error if an array does not hold `count` numbers, if the kernel is
    // missing or fails, or if device memory does not suffice; then `job.result` is unchanged.
    double compute(const BatchJob& job);

    const Device& on() const;
    // Errors: Error if there is no such kernel.
    Function function(const std::string& kernel) const;

  private:
    struct Loaded;
    std::unique_ptr<Loaded> loaded_;
};

// The GPU at a place if BatchKernels works with it: its driver and NVRTC are there, and the build has CUDA's
// headers. Else nullopt, and `why_not` receives the reason.
std::optional<Device> find_device_for_kernels(place where, std::string* why_not = nullptr) noexcept;
// The same for a place of several: all GPUs if BatchKernels works with each, or one, or none with the reason.
std::vector<Device> find_devices_for_kernels(place where, std::string* why_not = nullptr);
// Whether the standard GPU is one.
bool has_device(std::string* why_not = nullptr) noexcept;

}  // namespace limbsmith::runtime
