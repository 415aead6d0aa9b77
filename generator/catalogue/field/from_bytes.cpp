// x = sum of in[i]·2^(8i), and whether x < N
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_from_bytes() {
    return {.domain = Domain::modular,
            .section = Section::conversions,
            .rank = 5,
            .name = "from_bytes",
            .summary = "from little-endian bytes, with a check",
            .needs = [](const Spec&) { return std::vector<std::string_view>{"is_canonical"}; },
            .is_loop = true};
}

}  // namespace limbsmith::catalogue
