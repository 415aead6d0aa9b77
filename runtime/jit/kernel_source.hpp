// A CUDA source of many kernels, each of which is compiled by itself when it is needed: a program needs few of them, and
// several are compiled at the same time.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace limbsmith::runtime {

class KernelSource {
  public:
    // requires: kernels come one after the other, each after an empty line. It has a line `extern "C" __global__ ... NAME(`,
    // before which there may be constants of its own, and ends with the next line that is `}`. Errors: Error if a kernel
    // has no name or no end.
    explicit KernelSource(std::string_view text);

    // By their names, without their callees.
    const std::map<std::string, std::string_view, std::less<>>& kernels() const { return kernels_; }
    // The source without all other kernels. Errors: Error if there is no such kernel.
    std::string with(std::string_view kernel) const;

  private:
    std::string_view before_, after_;  // all kernels
    std::map<std::string, std::string_view, std::less<>> kernels_;
};

}  // namespace limbsmith::runtime
