#include "sass/state.hpp"

#include <stdexcept>
#include <string>

namespace limbsmith::sass {
namespace {

// Offsets in bank 0 that every kernel reads.
struct Places {
    int64_t block, stack, descriptor, parameters;  // block: threads of a block in x
};

Places places(std::string_view architecture) {
    const int number = architecture.starts_with("sm_") ? std::stoi(std::string(architecture.substr(3))) : 0;
    if (number >= 75 && number < 90) return {0x0, 0x28, 0x118, 0x160};
    if (number == 90) return {0x0, 0x28, 0x208, 0x210};
    if (number >= 100 && number <= 121) return {0x360, 0x37c, 0x358, 0x380};
    throw std::runtime_error("the constants of " + std::string(architecture) +
                             " are not known; those of sm_75 to sm_121 are");
}

}  // namespace

uint32_t& Memory::at(uint64_t address) {
    for (const Array& array : arrays_) {
        const uint64_t offset = address - array.address;
        if (address >= array.address && offset / 4 < array.words.size() && offset % 4 == 0)
            return array.words[offset / 4];
    }
    throw std::runtime_error("no memory at address " + std::to_string(address));
}

Constants::Constants(std::string_view architecture, std::span<const uint32_t> parameters) {
    const Places at = places(architecture);
    words_[at.block] = 1;
    words_[at.stack] = 0x00fff000;
    words_[at.descriptor] = words_[at.descriptor + 4] = 0;  // of global memory as a whole
    for (size_t i = 0; i < parameters.size(); ++i)
        words_[at.parameters + 4 * static_cast<int64_t>(i)] = parameters[i];
}

uint32_t Constants::at(int bank, int64_t offset) const {
    const auto found = words_.find(offset);
    if (bank != 0 || found == words_.end())
        throw std::runtime_error("nothing is known of the constant at " + std::to_string(offset) +
                                 " of bank " + std::to_string(bank));
    return found->second;
}

State::State(Memory& of) : memory(&of) {
    for (size_t i = 0; i < words.size(); ++i) words[i] = 0x9e3779b9u * static_cast<uint32_t>(2 * i + 1);
    for (size_t i = 0; i < predicates.size(); ++i) predicates[i] = i % 2 != 0;  // PT and UPT are odd-numbered
    words[zero_register] = words[uniform_registers + zero_register] = 0;
}

}  // namespace limbsmith::sass
