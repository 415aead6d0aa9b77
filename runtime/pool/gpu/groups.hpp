// The kernels that compute the planned computations of a level, a group of lanes each.
#pragma once

#include "pool/gpu/numbers.hpp"
#include "pool/kept_array.hpp"

namespace limbsmith::pool {

static_assert(sizeof(Computation) == shape::computation_words * sizeof(uint32_t));
inline std::span<const uint32_t> words_of(std::span<const Computation> level) {
    return {reinterpret_cast<const uint32_t*>(level.data()), level.size() * shape::computation_words};
}

class Device::Groups {
  public:
    Groups(grid::Machine& machine, const Numbers& numbers) : machine_(machine), numbers_(numbers) {}

    // A level in the memory of the device, with its plans and an order of its computations.
    struct Level {
        grid::Table computations, plans, order;
    };
    // Starts the kernel `NAME_LANES` for `count` computations from order[begin] on. With scratch words for each, in several
    // launches if they are many.
    void start(const char* name, Mapping mapping, const Level& level, uint32_t begin, uint32_t count,
               uint64_t scratch_words = 0);

    // Makes room for their scratch words. Errors: OutOfMemory.
    void reserve(Mapping mapping, uint32_t count, uint64_t scratch_words);

    // The kernel of a plain part, by the first of the operations that it computes.
    static const char* kernel_of(Operation operation);

  private:
    // How many of them are computed at once, and the groups that do it.
    static uint32_t at_once(uint32_t all, uint64_t scratch_words);
    static uint32_t groups_of(Mapping mapping, uint32_t count);

    grid::Machine& machine_;
    const Numbers& numbers_;
    KeptArray scratch_{};
};

}  // namespace limbsmith::pool
