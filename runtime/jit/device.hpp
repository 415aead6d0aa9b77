// A CUDA device and the objects that a program owns on it: context, memory, loaded code.
//
// Promises: every handle has one owner; it can be moved but not copied, and its destructor releases it
// without throwing. Everything runs on the default stream. batch.hpp and the benchmarks decide what to run.
//
// Buffers and Modules live in a Context and must be destroyed before it: the driver frees memory and code
// with the context, and a handle freed later might belong to another owner. Declaring the Context first
// ensures that; the constructors take it as a reminder. A Function must not outlive its Module. All objects
// must be used by the thread that created the Context, where it is current.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "jit/driver.hpp"

namespace limbsmith::runtime {

// A kernel of a Module, and its name for messages.
struct Function {
    CUfunction handle;
    std::string name;

    // Registers, and bytes of local memory for spilled registers, of each thread.
    int registers() const { return attribute(CU_FUNC_ATTRIBUTE_NUM_REGS); }
    int local_bytes() const { return attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES); }

    int attribute(CUfunction_attribute which) const;
};

// The primary context of device 0, which the process shares: a second Context is cheap while a first one
// lives.
class Context {
  public:
    // Errors: NoDevice; Error if the device cannot be used.
    Context();

    const std::string& name() const { return name_; }
    // As device_description() in driver.hpp.
    std::string description() const { return device_description(context_.get_deleter().device); }
    int major() const { return attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR); }
    int minor() const { return attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR); }
    int multiprocessors() const { return attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT); }
    // The highest clock of the multiprocessors, in kHz; under load they may run slower.
    int clock_khz() const { return attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE); }
    int memory_clock_khz() const { return attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE); }
    size_t memory_bytes() const;
    // As in 0000:17:00.0.
    std::string pci_bus() const;
    // The newest CUDA that the driver supports, as in 13.0.
    std::string driver_cuda() const;

    // Starts grid·block threads in one dimension, without waiting. Each element of `args` points to one
    // argument, which is copied before the call returns. Requires: grid, block > 0; the arguments have the
    // types of the kernel's parameters. Errors: Error naming the kernel. synchronize() reports errors of the
    // threads.
    void launch(const Function& function, uint64_t grid, uint32_t block, const std::vector<void*>& args);

    // Waits for all launched work. Errors: Error naming the kernels launched since the last call. After an
    // error inside a kernel the context is unusable.
    void synchronize();

    // The device time in seconds of the work that `work` launches, measured by events before and after. Waits
    // for it. The time of a launch, some microseconds, is included: measure longer work. Errors: those of
    // `work` and of synchronize().
    double seconds(const std::function<void()>& work);

  private:
    struct Release {
        CUdevice device;
        void operator()(CUcontext context) const;
    };
    int attribute(CUdevice_attribute which) const;

    std::unique_ptr<CUctx_st, Release> context_;
    std::string name_;
    std::set<std::string> launched_;  // since the last synchronize()
};

// Device memory of a fixed size, uninitialised. A buffer of 0 bytes has address 0.
class Buffer {
  public:
    // Errors: Error with the requested and the free number of bytes.
    Buffer(const Context&, size_t bytes);

    size_t size() const { return size_; }
    CUdeviceptr address() const { return reinterpret_cast<CUdeviceptr>(memory_.get()); }

    // Copy the whole buffer; complete on return. Requires: no kernel launched before has failed
    // (synchronize() tells). Errors: Error if the span does not have size() bytes, or if the copy fails.
    void upload(std::span<const std::byte> from);
    void download(std::span<std::byte> to) const;

    // Sets every byte.
    void fill(uint8_t value);

  private:
    struct Free {
        void operator()(void* memory) const;
    };
    void require_size(size_t bytes) const;

    std::unique_ptr<void, Free> memory_;
    size_t size_;
};

// Code loaded on the device.
class Module {
  public:
    // `image`: the result of compile() for the context's compute capability. Errors: Error if the driver
    // refuses the image.
    Module(const Context&, const std::vector<char>& image);

    // The kernel declared extern "C" with this name. Errors: Error if there is none.
    Function function(const std::string& name) const;

  private:
    struct Unload {
        void operator()(CUmodule module) const;
    };
    std::unique_ptr<CUmod_st, Unload> module_;
};

}  // namespace limbsmith::runtime
