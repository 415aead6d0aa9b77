// A GPU as a machine for numbers of any length.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "device/memory.hpp"
#include "device/stream.hpp"
#include "grid/machine.hpp"

namespace limbsmith::grid {

class Gpu : public Machine {
  public:
    // Compiles the kernels, or takes what an earlier process compiled. Errors: runtime::NoDevice, runtime::Error.
    explicit Gpu(const runtime::Device& device);

    Memory allocate(size_t words) override;
    void write(uint32_t* to, std::span<const uint32_t> from) override;
    void read(const uint32_t* from, std::span<uint32_t> to) override;
    void launch(const char* kernel, uint32_t groups, uint32_t numbers, std::span<const Argument> arguments,
                uint32_t lanes = 32) override;

    const runtime::Device& device() const { return stream_.device(); }
    runtime::Stream& stream() { return stream_; }

  private:
    // Buffers that nobody uses, by their size; shared with the owners of memory, which may outlive the machine.
    struct Pool;

    runtime::Stream stream_;
    runtime::Module module_;
    std::map<std::string, runtime::Function, std::less<>> functions_;
    std::shared_ptr<Pool> pool_;
};

}  // namespace limbsmith::grid
