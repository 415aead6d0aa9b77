#include "flint.hpp"

namespace exact_solve {

std::optional<FlintTimes> compare_with_flint(std::span<const System>, std::span<const Solution>) {
    return std::nullopt;
}

}  // namespace exact_solve
