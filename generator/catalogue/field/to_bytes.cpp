// out[i] = floor(x / 2^(8i)) mod 2^8
#include "algorithm/loop/bytes.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {

using ir::var;

Operation field_to_bytes() {
    return {.system = &NumberSystem::residues(),
            .section = Section::conversions,
            .rank = 6,
            .name = "to_bytes",
            .summary = "to little-endian bytes",
            .meaning =
                [](const Spec& spec) {
                    ir::Program meaning = of_residues(spec, "to_bytes", {"x"}, {{"out", var("x")}});
                    meaning.outputs[0].representation = repr::bytes;
                    return meaning;
                },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, loop::to_bytes(residues(spec), library))};
                },
            .batch_loop = "to_bytes"};
}

}  // namespace limbsmith::catalogue
