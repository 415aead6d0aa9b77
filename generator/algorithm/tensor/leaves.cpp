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
    // what each column leaves for the next one; its lowest byte is one of the digit
    const Operand byte(static_cast<uint32_t>(bits_of_byte));
    Operand rest = c[0],
            digit = builder.emit(Opcode::shl, c[0], Operand(static_cast<uint32_t>(limb_bits - bits_of_byte)));
    for (int i = 1; i < 4; ++i) {
        rest = builder.emit(Opcode::add, builder.emit(Opcode::shr, rest, byte), c[i]);
        digit = builder.emit(Opcode::shf_r, digit, rest, byte);
    }
    const Operand over = builder.emit(Opcode::shr, rest, byte);
    builder.output("digit", repr::word, {digit});
    builder.output("over", repr::word, {over});
    contract.ensures = {{"digit", ir::pow2(limb_bits)}, {"over", ir::pow2(bits_of_over)}};
    contract.left = var("digit") + ir::pow2(limb_bits) * var("over");
    contract.right = sum;
    return std::move(builder).finish(std::move(contract));
}

}  // namespace limbsmith::algorithm::tensor
