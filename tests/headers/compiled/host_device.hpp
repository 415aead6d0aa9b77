// A host compiler as a device: CUDA sources compiled as C++, with CUDA's words defined away, and their kernels run
// thread by thread.
#pragma once

#include <string>

#include "jit/batch.hpp"

namespace limbsmith::test {

class HostDevice {
  public:
    // Compiles a source by a command such as `g++ -std=c++14 -O0`. `header`: the file that the source includes. Throws
    // std::runtime_error if it does not compile without a warning.
    HostDevice(const std::string& compiler, const runtime::Header& header, const std::string& source);
    ~HostDevice();
    HostDevice(const HostDevice&) = delete;
    HostDevice& operator=(const HostDevice&) = delete;

    // Runs a kernel as runtime::BatchKernels::compute does. Throws std::runtime_error if there is none of this name.
    void compute(const runtime::BatchJob& job) const;

  private:
    void* library_ = nullptr;
};

}  // namespace limbsmith::test
