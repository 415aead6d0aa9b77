// A GPU as a machine for numbers of any length.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/graph.hpp"
#include "device/memory.hpp"
#include "device/stream.hpp"
#include "jit/kernel_source.hpp"
#include "limbsmith/grid/machine.hpp"

namespace limbsmith::grid {

class Gpu : public Machine {
  public:
    // A kernel is compiled, or an earlier process's compiled one is taken, when it is first launched. Errors:
    // runtime::NoDevice, runtime::Error.
    explicit Gpu(const runtime::Device& device);
    // With the kernels of another source as well. requires: the text outlives the machine.
    Gpu(const runtime::Device& device, std::string_view more);

    // Compiles all kernels that no earlier process compiled, on all cores of the host.
    void compile_all();

    Memory allocate(size_t words) override;
    std::unique_ptr<Range> range(uint64_t most_words) override;
    Memory host_memory(size_t words) override;
    void write(uint32_t* to, span<const uint32_t> from) override;
    void read(const uint32_t* from, span<uint32_t> to) override;
    void pass(uint32_t* to, span<const uint32_t> from) override;
    void start_write(uint32_t* to, span<const uint32_t> from) override;
    Mark start_read(const uint32_t* from, span<uint32_t> to) override;
    void finish_copies() override;
    void synchronize() override { ordered().synchronize(); }
    void copy(uint32_t* to, const uint32_t* from, size_t words) override;
    void copy_from(Machine& other, uint32_t* to, const uint32_t* from, size_t words) override;
    void launch(const char* kernel, uint32_t groups, uint32_t numbers, span<const Argument> arguments,
                uint32_t lanes = 32) override;
    void repeat(const char* name, span<const uint64_t> key, const std::function<void()>& work) override;
    void begin_independent() override;
    void end_independent() override;
    Mark mark() override;
    void begin_reading() override;
    void wait_for(const Mark& mark) override;
    void end_reading() override;

    const runtime::Device& device() const { return stream_.device(); }
    runtime::Stream& stream() { return stream_; }

  private:
    // Buffers that nobody uses, by their size; shared with the owners of memory, which may outlive the machine.
    template <class Kept>
    struct Cache;

    const runtime::Function& function(const char* kernel);
    std::vector<char> image(const std::string& kernel) const;
    // Work that may come again: the graph of its launches, from the second time on.
    struct Repeated {
        std::string name;
        std::vector<uint64_t> key;
        uint64_t times = 0;
        std::shared_ptr<Cache<runtime::Buffer>> memory{};
        std::unique_ptr<runtime::Graph> graph{};
    };
    Repeated& repeated(const char* name, span<const uint64_t> key);
    void record(Repeated& to, const std::function<void()>& work);
    // The stream of the work that is done in order.
    runtime::Stream& ordered() { return recording_ ? *recording_ : is_reading_ ? reading_ : stream_; }
    // That of the next kernel, or of the independent kernel `place`.
    runtime::Stream& next();
    runtime::Stream& of_independent(size_t place);
    // A kernel waits for writes that were started before it.
    void wait_for_writes();

    // The state of a series of independent kernels.
    struct Independent {
        explicit Independent(const runtime::Stream& earlier) : begin(earlier) {}
        runtime::Mark begin;
        size_t given = 0, marked = 0;  // kernels, those before the last mark
    };

    runtime::Stream stream_, copies_, reading_;
    std::vector<std::unique_ptr<runtime::Stream>> others_;  // of independent kernels, beside the first
    std::optional<Independent> independent_{};              // between begin and end
    bool is_reading_ = false;                               // the same
    runtime::Stream* recording_ = nullptr;                  // while work is recorded
    bool is_in_repeated_ = false;                           // while it is done without a graph
    bool has_writes_ = false;                               // that no kernel has waited for
    std::vector<runtime::KernelSource> sources_;
    std::map<std::string, runtime::Function, std::less<>> functions_;  // by the names of the kernels
    std::shared_ptr<Cache<runtime::Buffer>> buffers_;
    std::shared_ptr<Cache<runtime::HostBuffer>> host_buffers_;
    std::list<Repeated> repeated_;  // the latest first
};

}  // namespace limbsmith::grid
