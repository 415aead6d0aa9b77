// out[i] = floor(x / 2^(8i)) mod 2^8
#include "algorithm/loop/bytes.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_to_bytes() {
    return {.domain = Domain::modular,
            .section = Section::conversions,
            .rank = 6,
            .name = "to_bytes",
            .summary = "to little-endian bytes",
            .loops = [](const Spec& spec, ir::Library& library) {
                return std::vector{add(library, loop::to_bytes(residues(spec), library))};
            }};
}

}  // namespace limbsmith::catalogue
