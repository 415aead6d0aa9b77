// out[i] = floor(x / 2^(8i)) mod 2^8
#include "catalogue/field.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_to_bytes() {
    return {.domain = Domain::modular,
            .section = Section::conversions,
            .rank = 6,
            .name = "to_bytes",
            .summary = "to little-endian bytes",
            .is_loop = true};
}

}  // namespace limbsmith::catalogue
