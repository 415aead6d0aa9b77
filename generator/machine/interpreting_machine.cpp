#include "machine/interpreting_machine.hpp"

#include <algorithm>
#include <stdexcept>

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
    : order_(order),
      sets_(std::move(sets)),
      allocations_(std::make_shared<std::map<const uint32_t*, size_t>>()) {
    for (const catalogue::DeviceKernels& set : sets_)
        for (const ir::Routine& kernel : set.kernels)
            kernels_[kernel.name] = {&kernel,
                                     std::make_unique<eval::RoutineInterpreter>(kernel, set.library)};
}

Memory InterpretingMachine::allocate(size_t words) {
    auto* made = new uint32_t[std::max<size_t>(words, 1)];
    std::fill_n(made, words, pattern);
    (*allocations_)[made] = words;
    return Memory(made, [all = allocations_](uint32_t* address) {
        all->erase(address);
        delete[] address;
    });
}

void InterpretingMachine::write(uint32_t* to, std::span<const uint32_t> from) {
    if (memory_at(to).size() < from.size()) throw std::logic_error("a copy beyond an allocation");
    std::ranges::copy(from, to);
}

void InterpretingMachine::read(const uint32_t* from, std::span<uint32_t> to) {
    if (memory_at(from).size() < to.size()) throw std::logic_error("a copy beyond an allocation");
    std::copy_n(from, to.size(), to.begin());
}

std::span<uint32_t> InterpretingMachine::memory_at(const uint32_t* address) const {
    auto after = allocations_->upper_bound(address);
    if (after == allocations_->begin()) throw std::logic_error("an address of nobody");
    const auto& [first, words] = *--after;
    if (address >= first + words) throw std::logic_error("an address beyond an allocation");
    return {const_cast<uint32_t*>(address), static_cast<size_t>(first + words - address)};
}

void InterpretingMachine::launch(const char* kernel, uint32_t groups, uint32_t numbers,
                                 std::span<const Argument> arguments, uint32_t lanes) {
    const auto found = kernels_.find(kernel);
    if (found == kernels_.end() || found->second.kernel->lanes != static_cast<int>(lanes))
        throw std::logic_error(std::string("no kernel of so many lanes: ") + kernel);
    ++launches_[kernel];
    eval::RoutineInterpreter& interpreter = *found->second.interpreter;
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
