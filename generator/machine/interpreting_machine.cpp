#include "machine/interpreting_machine.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <stdexcept>

#include "limbsmith/error.hpp"

namespace limbsmith::grid {

namespace {

constexpr uint32_t pattern = 0xA5A5A5A5;

}  // namespace

namespace {

std::vector<catalogue::DeviceKernels> only(catalogue::DeviceKernels set) {
    std::vector<catalogue::DeviceKernels> sets;
    sets.push_back(std::move(set));
    return sets;
}

}  // namespace

InterpretingMachine::InterpretingMachine(Order order)
    : InterpretingMachine(order, only(catalogue::grid_kernels())) {}

InterpretingMachine::InterpretingMachine(Order order, std::vector<catalogue::DeviceKernels> sets)
    : order_(order), sets_(std::move(sets)), allocations_(std::make_shared<Allocations>()) {
    for (const catalogue::DeviceKernels& set : sets_)
        for (const ir::Routine& kernel : set.kernels)
            kernels_[kernel.name] = {&kernel,
                                     std::make_unique<eval::RoutineInterpreter>(kernel, set.library)};
}

// In the host's memory, of which the system gives pages as they are used.
class InterpretingMachine::GrowingRange : public Range {
  public:
    GrowingRange(InterpretingMachine& machine, uint64_t most_words)
        : machine_(machine),
          most_(std::min(most_words, most_of_range)),
          words_(static_cast<uint32_t*>(::mmap(nullptr, most_ * sizeof(uint32_t), PROT_READ | PROT_WRITE,
                                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))),
          allocations_(machine.allocations_) {
        if (words_ == MAP_FAILED) throw runtime::OutOfMemory("no addresses for a range");
    }
    ~GrowingRange() override {
        allocations_->erase(words_);
        ::munmap(words_, most_ * sizeof(uint32_t));
    }
    uint32_t* words() const override { return words_; }
    uint64_t size() const override { return size_; }
    void grow(uint64_t words) override {
        if (words <= size_) return;
        if (words > most_) throw runtime::OutOfMemory("a range has all its words");
        machine_.require_room(words - size_);
        std::fill(words_ + size_, words_ + words, pattern);
        size_ = words;
        (*allocations_)[words_] = {size_, false};
    }
    void shrink(uint64_t words) override {
        size_ = std::min(size_, words);
        (*allocations_)[words_] = {size_, false};
    }

  private:
    static constexpr uint64_t most_of_range = uint64_t{1} << 30;
    InterpretingMachine& machine_;
    uint64_t most_, size_ = 0;
    uint32_t* words_;
    std::shared_ptr<Allocations> allocations_;
};

std::unique_ptr<Range> InterpretingMachine::range(uint64_t most_words) {
    return std::make_unique<GrowingRange>(*this, most_words);
}

Memory InterpretingMachine::host_memory(size_t words) { return allocate(words, true); }

void InterpretingMachine::require_room(size_t words) const {
    uint64_t used = words;
    for (const auto& [address, it] : *allocations_) used += it.is_hosts ? 0 : it.words;
    if (used > most_words_) throw runtime::OutOfMemory("the machine's memory is full");
}

Memory InterpretingMachine::allocate(size_t words) {
    require_room(words);
    return allocate(words, false);
}

Memory InterpretingMachine::allocate(size_t words, bool is_hosts) {
    auto* made = new uint32_t[std::max<size_t>(words, 1)];
    std::fill_n(made, words, pattern);
    (*allocations_)[made] = {words, is_hosts};
    return Memory(made, [all = allocations_](uint32_t* address) {
        all->erase(address);
        delete[] address;
    });
}

void InterpretingMachine::write(uint32_t* to, span<const uint32_t> from) {
    complete();
    if (memory_at(to).size() < from.size()) throw std::logic_error("a copy beyond an allocation");
    std::ranges::copy(from, to);
}

void InterpretingMachine::copy(uint32_t* to, const uint32_t* from, size_t words) {
    complete();
    if (memory_at(to).size() < words || memory_at(from).size() < words)
        throw std::logic_error("a copy beyond an allocation");
    std::copy_n(from, words, to);
}

void InterpretingMachine::read(const uint32_t* from, span<uint32_t> to) {
    complete();
    if (memory_at(from).size() < to.size()) throw std::logic_error("a copy beyond an allocation");
    std::copy_n(from, to.size(), to.begin());
}

std::span<uint32_t> InterpretingMachine::memory_at(const uint32_t* address) const {
    auto after = allocations_->upper_bound(address);
    if (after == allocations_->begin()) throw std::logic_error("an address of nobody");
    const auto& [first, it] = *--after;
    if (address >= first + it.words) throw std::logic_error("an address beyond an allocation");
    return {const_cast<uint32_t*>(address), static_cast<size_t>(first + it.words - address)};
}

void InterpretingMachine::launch(const char* kernel, uint32_t groups, uint32_t numbers,
                                 span<const Argument> arguments, uint32_t lanes) {
    const auto found = kernels_.find(kernel);
    if (found == kernels_.end() || found->second.kernel->lanes() != static_cast<int>(lanes))
        throw std::logic_error(std::string("no kernel of so many lanes: ") + kernel);
    ++launches_[kernel];
    const std::vector<Argument> own(arguments.begin(), arguments.end());
    if (is_independent_) {
        ++given_;
        waiting_.push_back([=, this, &it = found->second] { run(it, groups, numbers, own); });
        return;
    }
    complete();
    run(found->second, groups, numbers, own);
}

// Reading does not wait for other work.
void InterpretingMachine::complete() {
    while (!is_reading_ && !waiting_.empty()) run_next();
}

void InterpretingMachine::wait_for(const Mark& mark) {
    const size_t end = mark ? *static_cast<const size_t*>(mark.get()) : given_;
    while (given_ - waiting_.size() < end) run_next();
}

void InterpretingMachine::run_next() {
    const std::function<void()> next = std::move(waiting_.front());
    waiting_.pop_front();
    next();
}

void InterpretingMachine::run(const Interpreted& kernel, uint32_t groups, uint32_t numbers,
                              const std::vector<Argument>& arguments) {
    eval::RoutineInterpreter& interpreter = *kernel.interpreter;
    const uint64_t all = uint64_t{groups} * numbers;
    for (uint64_t k = 0; k < all; ++k) {
        const uint64_t at = order_ == Order::upwards ? k : all - 1 - k;
        const uint64_t number = at / groups;
        std::vector<uint32_t> words{static_cast<uint32_t>(at % groups)};
        std::vector<std::span<uint32_t>> memory;
        for (const Argument& argument : arguments) {
            if (const auto* array = std::get_if<Array>(&argument))
                memory.push_back(memory_at(array->words + number * array->stride));
            else if (const auto* table = std::get_if<Table>(&argument))
                memory.push_back(memory_at(table->words));
            else
                words.push_back(std::get<uint32_t>(argument));
        }
        interpreter.run_group(words, memory);
    }
}

}  // namespace limbsmith::grid
