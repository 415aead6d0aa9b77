// A machine that interprets the kernels on numbers of any length, all lanes of each group, in host memory.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "catalogue/device_kernels.hpp"
#include "eval/routine.hpp"
#include "limbsmith/grid/machine.hpp"

namespace limbsmith::grid {

class InterpretingMachine : public Machine {
  public:
    // Memory is filled with a pattern, so that a read of unwritten words is noticed. Groups run in the order of their numbers,
    // or the last one first: they may not depend on each other.
    enum class Order { upwards, downwards };
    explicit InterpretingMachine(Order order = Order::upwards);
    InterpretingMachine(Order order, std::vector<catalogue::DeviceKernels> sets);

    Memory allocate(size_t words) override;
    // Ranges and memory together have at most so many words; then there is OutOfMemory.
    void limit(uint64_t words) { most_words_ = words; }
    std::unique_ptr<Range> range(uint64_t most_words) override;
    Memory host_memory(size_t words) override;
    void write(uint32_t* to, span<const uint32_t> from) override;
    void read(const uint32_t* from, span<uint32_t> to) override;
    void start_write(uint32_t* to, span<const uint32_t> from) override { write(to, from); }
    Mark start_read(const uint32_t* from, span<uint32_t> to) override {
        read(from, to);
        return nullptr;
    }
    void finish_copies() override {}
    void synchronize() override { complete(); }
    void copy(uint32_t* to, const uint32_t* from, size_t words) override;
    void launch(const char* kernel, uint32_t groups, uint32_t numbers, span<const Argument> arguments,
                uint32_t lanes = 32) override;
    // Independent kernels run as late as they may.
    void begin_independent() override { is_independent_ = true; }
    void end_independent() override { is_independent_ = false; }
    Mark mark() override { return std::make_shared<size_t>(given_); }
    void begin_reading() override { is_reading_ = true; }
    void wait_for(const Mark& mark) override;
    void end_reading() override { is_reading_ = false; }

    const std::map<std::string, int>& launches() const { return launches_; }  // by kernel
    size_t waiting() const { return waiting_.size(); }                        // kernels

  private:
    class GrowingRange;
    struct Allocation {
        size_t words;
        bool is_hosts;
    };
    using Allocations = std::map<const uint32_t*, Allocation>;
    Memory allocate(size_t words, bool is_hosts);
    void require_room(size_t words) const;
    // From an address to the end of its allocation. Throws std::logic_error for one of nobody.
    std::span<uint32_t> memory_at(const uint32_t* address) const;

    struct Interpreted {
        const ir::Routine* kernel;
        std::unique_ptr<eval::RoutineInterpreter> interpreter;
    };
    // Runs the waiting work, unless something is read.
    void complete();
    void run_next();
    void run(const Interpreted& kernel, uint32_t groups, uint32_t numbers,
             const std::vector<Argument>& arguments);

    Order order_;
    std::vector<catalogue::DeviceKernels> sets_;
    std::map<std::string, Interpreted> kernels_;
    std::shared_ptr<Allocations> allocations_;
    std::map<std::string, int> launches_;
    bool is_independent_ = false, is_reading_ = false;
    std::deque<std::function<void()>> waiting_;  // kernels
    size_t given_ = 0;                           // to waiting_, all in all
    uint64_t most_words_ = UINT64_MAX;
};

}  // namespace limbsmith::grid
