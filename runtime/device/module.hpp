// Code on a GPU.
//
// Promises: an image is loaded once for each GPU, however many Modules have it, and unloaded with the last of
// them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/device.hpp"

struct CUmod_st;   // CUmodule in <cuda.h>
struct CUfunc_st;  // CUfunction

namespace limbsmith::runtime {

// A kernel, which keeps its module loaded. One that needs more shared memory than it can declare has the number of bytes
// beside it in its module, as a __constant__ unsigned NAME_shared_bytes.
struct Function {
    std::string name{};
    int registers = 0, local_bytes = 0;  // of a thread; local memory holds spilled registers
    unsigned shared_bytes = 0;           // of a block, beyond those that the kernel declares
    CUfunc_st* handle = nullptr;
    std::shared_ptr<CUmod_st> module{};
};

class Module {
  public:
    // `image`: machine code for the device's compute capability, or zero-terminated PTX.
    // Errors: Error if the driver refuses the image.
    Module(const Device& device, const std::vector<char>& image);

    // The kernel declared extern "C" with this name. Errors: Error if there is none.
    Function function(const std::string& name) const;
    // The value of the __constant__ unsigned of this name. Errors: as function().
    unsigned word(const std::string& name) const;

  private:
    Device device_;
    std::shared_ptr<CUmod_st> module_;
    std::shared_ptr<const std::vector<char>> image_;
};

}  // namespace limbsmith::runtime
