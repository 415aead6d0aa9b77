// x = sum of in[i]·2^(8i), and whether x < N
#include "algorithm/loop/bytes.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_from_bytes() {
    return {.domain = Domain::modular,
            .section = Section::conversions,
            .rank = 5,
            .name = "from_bytes",
            .summary = "from little-endian bytes, with a check",
            .needs = [](const Spec&) { return std::vector<std::string_view>{"is_canonical"}; },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, loop::from_bytes(residues(spec), library))};
                }};
}

}  // namespace limbsmith::catalogue
