// A CUDA device and what a program owns on it: context, memory, loaded code.
//
// Promises: every handle has one owner, moves but is not copied, and is given back by a destructor that never
// throws. Everything runs on the default stream. What to run and on which data is left to batch and to
// benchmarks.
//
// Order matters: a Buffer and a Module live inside the context and must die before it, since the driver takes
// the context's memory and code away with it and a handle freed later may by then belong to somebody else.
// Declaring the Context first gives that order for free; the constructors take it as a reminder. A Function
// dies with its Module. All of them are used from the thread that made the Context, where it is current.
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

    // What a thread takes: registers, and bytes of local memory, where registers are spilled.
    int registers() const { return attribute(CU_FUNC_ATTRIBUTE_NUM_REGS); }
    int local_bytes() const { return attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES); }

    int attribute(CUfunction_attribute which) const;
};

// The primary context of device 0, which the process shares: a second Context is cheap while a first one
// lives.
class Context {
  public:
    // Errors: NoDevice; Error where the device cannot be used.
    Context();

    const std::string& name() const { return name_; }
    // As device_description() in driver.hpp.
    std::string description() const { return device_description(context_.get_deleter().device); }
    int major() const { return attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR); }
    int minor() const { return attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR); }
    int multiprocessors() const { return attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT); }
    // The highest clock of the multiprocessors, in kHz; what they run at under load may be less.
    int clock_khz() const { return attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE); }
    int memory_clock_khz() const { return attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE); }
    size_t memory_bytes() const;
    // 0000:17:00.0
    std::string pci_bus() const;
    // The newest CUDA that the driver takes: 13.0.
    std::string driver_cuda() const;

    // Starts grid·block threads in one dimension and does not wait. Each element of `args` points to one
    // argument, which is copied before the call returns. Requires: grid, block > 0; the pointed-to types are
    // those of the kernel's parameters. Errors: Error naming the kernel. What the threads themselves do wrong
    // is reported by synchronize().
    void launch(const Function& function, uint64_t grid, uint32_t block, const std::vector<void*>& args);

    // Waits for all that was launched. Errors: Error naming the kernels launched since the last call. An
    // error inside a kernel leaves the context unusable.
    void synchronize();

    // The seconds the device spends on what `work` launches, by events before and after. Waits for it.
    // The time of a launch itself, some microseconds, is included: give it work that lasts longer.
    // Errors: those of `work` and of synchronize().
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

// Device memory of a fixed size, its contents undefined at first. A buffer of 0 bytes has the address 0.
class Buffer {
  public:
    // Errors: Error saying how much was asked for and how much is free.
    Buffer(const Context&, size_t bytes);

    size_t size() const { return size_; }
    CUdeviceptr address() const { return reinterpret_cast<CUdeviceptr>(memory_.get()); }

    // Copy the whole buffer; both wait until the copy is done.
    // Requires: no kernel launched before has failed (synchronize() tells).
    // Errors: Error where the span is not exactly size() bytes, or where the copy fails.
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

// Code loaded onto the device.
class Module {
  public:
    // `image` is what compile() returns for the context's compute capability.
    // Errors: Error where the driver does not take the image.
    Module(const Context&, const std::vector<char>& image);

    // The kernel of that name, as written in an extern "C" declaration. Errors: Error where there is none.
    Function function(const std::string& name) const;

  private:
    struct Unload {
        void operator()(CUmodule module) const;
    };
    std::unique_ptr<CUmod_st, Unload> module_;
};

}  // namespace limbsmith::runtime
