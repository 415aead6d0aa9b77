// A GPU as a machine for numbers of any length.
#pragma once

#include <map>
#include <memory>
#include <optional>
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
    // With the kernels of another source as well.
    struct Source {
        std::string name, text;
    };
    Gpu(const runtime::Device& device, const Source& more);

    Memory allocate(size_t words) override;
    std::unique_ptr<Range> range(uint64_t most_words) override;
    Memory host_memory(size_t words) override;
    void write(uint32_t* to, std::span<const uint32_t> from) override;
    void read(const uint32_t* from, std::span<uint32_t> to) override;
    void start_write(uint32_t* to, std::span<const uint32_t> from) override;
    void start_read(const uint32_t* from, std::span<uint32_t> to) override;
    void finish_copies() override;
    void synchronize() override { stream_.synchronize(); }
    void copy(uint32_t* to, const uint32_t* from, size_t words) override;
    void launch(const char* kernel, uint32_t groups, uint32_t numbers, std::span<const Argument> arguments,
                uint32_t lanes = 32) override;
    void begin_independent() override;
    void end_independent() override;

    const runtime::Device& device() const { return stream_.device(); }
    runtime::Stream& stream() { return stream_; }

  private:
    // Buffers that nobody uses, by their size; shared with the owners of memory, which may outlive the machine.
    template <class Kept>
    struct Cache;

    const runtime::Function& function(const char* kernel);
    // A kernel waits for writes that were started before it.
    void wait_for_writes();

    runtime::Stream stream_, copies_;
    std::vector<std::unique_ptr<runtime::Stream>> others_;             // of independent kernels
    std::optional<size_t> next_{};                                     // of them, between begin and end
    bool has_writes_ = false;                                          // that no kernel has waited for
    std::map<std::string, std::unique_ptr<runtime::Module>> modules_;  // by the prefix of their kernels
    std::map<std::string, runtime::Function, std::less<>> functions_;
    std::shared_ptr<Cache<runtime::Buffer>> buffers_;
    std::shared_ptr<Cache<runtime::HostBuffer>> host_buffers_;
};

}  // namespace limbsmith::grid
