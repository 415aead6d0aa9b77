#include "proof/highest_bit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "proof/contract_bits.hpp"

namespace limbsmith::proof {

std::optional<Verdict> prove_by_highest_bit(const ir::Program& program) {
    const ir::Contract& contract = program.contract;
    if (program.inputs.size() != 1 || program.outputs.size() != 1 || !contract.givens.empty())
        return std::nullopt;
    const ir::Input& x = program.inputs[0];
    const ir::ExprPtr one = ir::integer(1), odd = (ir::integer(2) * ir::var(x.name)) | one;
    if (!is_same(*contract.left, *(odd / exp2(ir::var(program.outputs[0].name)))) ||
        !is_same(*contract.right, *one))
        return std::nullopt;
    std::vector<BitWord> inputs = named_inputs(program);
    for (int place = limb_bits * static_cast<int>(x.words.size()) - 1; place >= 0; --place) {
        Bit& bit = inputs[x.words[place / limb_bits].id][place % limb_bits];  // all higher bits are 0
        bit = Bit::of(true);
        if (!holds_on(program, inputs))
            return Verdict{false, fmt::format("not proved for highest bit {}", place)};
        bit = Bit::of(false);
    }
    if (!holds_on(program, inputs)) return Verdict{false, "not proved for zero"};
    return Verdict{true, {}};
}

}  // namespace limbsmith::proof
