#include "algorithm/tensor/leaves.hpp"

#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::tensor {

using ir::Builder, ir::Chain, ir::Opcode, ir::Operand, ir::var;

ir::Program columns() {
    constexpr int bits_of_byte = 8, bits_of_column = 31, bits_of_over = 24;
    Builder builder("tensor_columns");
    ir::Contract contract;
    Operand c[4];
    ir::ExprPtr sum;
    for (int i = 0; i < 4; ++i) {
        const std::string name = "c" + std::to_string(i);
        c[i] = builder.input(name, repr::word, 1)[0];
        contract.requires_.push_back({name, ir::pow2(bits_of_column)});
        const ir::ExprPtr term = i == 0 ? var(name) : ir::pow2(bits_of_byte * i) * var(name);
        sum = sum ? sum + term : term;
    }
    // y + 2^8·z
    const auto pair = [&](Operand y, Operand z) {
        Chain chain(builder);
        const Operand low = chain.emit(Opcode::mad_lo, z, Operand(1u << bits_of_byte), y);
        return std::pair(low, chain.emit(Opcode::mad_hi, z, Operand(1u << bits_of_byte), Operand(0u)));
    };
    const auto [low, low_over] = pair(c[0], c[1]);
    const auto [high, high_over] = pair(c[2], c[3]);
    Chain chain(builder);
    const Operand two_bytes(1u << 2 * bits_of_byte);
    const Operand digit = chain.emit(Opcode::mad_lo, high, two_bytes, low);
    const Operand middle = chain.emit(Opcode::mad_hi, high, two_bytes, low_over);
    const Operand over = builder.emit(Opcode::mad_lo, high_over, two_bytes, middle);
    builder.output("digit", repr::word, {digit});
    builder.output("over", repr::word, {over});
    contract.ensures = {{"digit", ir::pow2(limb_bits)}, {"over", ir::pow2(bits_of_over)}};
    contract.left = var("digit") + ir::pow2(limb_bits) * var("over");
    contract.right = sum;
    return std::move(builder).finish(std::move(contract));
}

}  // namespace limbsmith::algorithm::tensor
