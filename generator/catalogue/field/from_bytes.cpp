// x = sum of in[i]·2^(8i), and whether x < N
#include "algorithm/loop/bytes.hpp"
#include "algorithm/range.hpp"
#include "catalogue/field.hpp"
#include "catalogue/loop.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {

using ir::var;

// x = in and ok = 1, or x = 0 and ok = 0 if in is not below N.
static ir::Program from_bytes_meaning(const Spec& spec) {
    const ir::ExprPtr is_less = less(var("in"), modulus_of(spec)), value = is_less * var("in");
    ir::Program meaning = of_residues(spec, "from_bytes", {"in"}, {{"x", value}});
    meaning.outputs.push_back({"ok", repr::word, {ir::Operand(0u)}});
    meaning.contract.left = algorithm::packed(spec.width, {var("x"), var("ok")});
    meaning.contract.right = algorithm::packed(spec.width, {value, is_less});
    meaning.contract.ensures.push_back(algorithm::one_bit("ok"));
    return meaning;
}

Operation field_from_bytes() {
    return {.system = &NumberSystem::residues(),
            .section = Section::conversions,
            .rank = 5,
            .name = "from_bytes",
            .summary = "from little-endian bytes, with a check",
            .meaning = from_bytes_meaning,
            .needs = [](const Spec&) { return std::vector<std::string_view>{"is_canonical"}; },
            .loops =
                [](const Spec& spec, ir::Library& library) {
                    return std::vector{add(library, loop::from_bytes(residues(spec), library))};
                },
            .batch_loop = "from_bytes"};
}

}  // namespace limbsmith::catalogue
