#include "algorithm/tensor/leaves.hpp"

#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::tensor {

using ir::Builder, ir::Chain, ir::Opcode, ir::Operand, ir::var;

namespace {

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

ir::Program pairs(const char* name, Opcode op, ir::ExprPtr (*meaning)(ir::ExprPtr, ir::ExprPtr)) {
    Builder builder(name);
    ir::Contract contract;
    const auto input = [&](const char* word) {
        contract.requires_.push_back({word, ir::pow2(limb_bits)});
        return builder.input(word, repr::word, 1)[0];
    };
    const auto pair = [](const char* low, const char* high) {
        return var(low) + ir::pow2(limb_bits) * var(high);
    };
    const Operand a_low = input("a_low"), a_high = input("a_high"), b_low = input("b_low"),
                  b_high = input("b_high");
    Chain chain(builder);
    builder.output("low", repr::word, {chain.emit(op, a_low, b_low)});
    builder.output("high", repr::word, {chain.emit(op, a_high, b_high)});
    contract.ensures = {{"low", ir::pow2(limb_bits)}, {"high", ir::pow2(limb_bits)}};
    contract.left = pair("low", "high");
    contract.right = meaning(pair("a_low", "a_high"), pair("b_low", "b_high")) % ir::pow2(2 * limb_bits);
    return std::move(builder).finish(std::move(contract));
}

}  // namespace

std::vector<ir::Program> leaves() {
    return {columns(), pairs("sum_of_pairs", Opcode::add, [](ir::ExprPtr a, ir::ExprPtr b) { return a + b; }),
            pairs("difference_of_pairs", Opcode::sub, [](ir::ExprPtr a, ir::ExprPtr b) { return a - b; })};
}

}  // namespace limbsmith::algorithm::tensor
