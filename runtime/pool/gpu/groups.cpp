#include "pool/gpu/groups.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace limbsmith::pool {
namespace {

constexpr uint64_t most_scratch = 1u << 30;  // words

}  // namespace

const char* Device::Groups::kernel_of(Operation operation) {
    switch (operation) {
        case Operation::add: return "pool_add";
        case Operation::mul: return "pool_mul";
        case Operation::shl: return "pool_shift";
        default: return "pool_compare";
    }
}

uint32_t Device::Groups::at_once(uint32_t all, uint64_t scratch_words) {
    if (scratch_words == 0) return all;
    return static_cast<uint32_t>(
        std::min<uint64_t>(all, std::max<uint64_t>(most_scratch / scratch_words, grid::lanes)));
}

uint32_t Device::Groups::groups_of(Mapping mapping, uint32_t count) {
    const uint32_t in_a_warp = grid::lanes / static_cast<uint32_t>(mapping.lanes());
    return (count + in_a_warp - 1) / in_a_warp * in_a_warp;
}

void Device::Groups::reserve(Mapping mapping, uint32_t count, uint64_t scratch_words) {
    scratch_.need(machine_, scratch_words * groups_of(mapping, at_once(count, scratch_words)));
}

void Device::Groups::start(const char* name, Mapping mapping, const Level& level, uint32_t begin,
                           uint32_t all, uint64_t scratch_words) {
    const auto lanes = static_cast<uint32_t>(mapping.lanes());
    const uint32_t together = at_once(all, scratch_words);
    const std::string kernel = fmt::format("{}_{}", name, lanes);
    for (uint32_t first = 0; first < all; first += together) {
        const uint32_t count = std::min(together, all - first), groups = groups_of(mapping, count);
        std::vector<grid::Argument> arguments{numbers_.memory(),
                                              numbers_.table(),
                                              level.computations,
                                              level.plans,
                                              level.order,
                                              begin + first,
                                              count};
        if (scratch_words) {
            arguments.emplace_back(grid::Table{scratch_.need(machine_, scratch_words * groups)});
            arguments.emplace_back(groups);
        }
        machine_.launch(kernel.c_str(), groups, 1, arguments, lanes);
    }
}

}  // namespace limbsmith::pool
