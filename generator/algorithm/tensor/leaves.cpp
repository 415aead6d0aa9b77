#include "algorithm/tensor/leaves.hpp"

#include "algorithm/add_sub.hpp"
#include "algorithm/claims.hpp"
#include "algorithm/group/division_parts.hpp"
#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::tensor {

using ir::Builder, ir::Chain, ir::Opcode, ir::Operand, ir::var;

namespace {

constexpr int bytes_of_word = 4, words_of_digit = 2, bits_of_byte = 8;

// The word is the sum but for a multiple of 2^32, which the upper bits of the rest are.
void claim_word(Builder& builder, Operand word, const ir::ClaimSum& sum, Operand rest) {
    const ir::ClaimSum over{
        {mpz_class(1) << limb_bits, {{rest, ir::ClaimTerm::Reading::number, bits_of_byte}}}};
    const ir::ClaimSum left = sum + mpz_class(-1) * over;
    claim_at_most(builder, over, sum);
    claim_at_most(builder, left, (mpz_class(1) << limb_bits) - 1);
    claim_equal(builder, {{1, {{word}}}}, left);
}

ir::Program columns(const char* name, const ir::Representation& type, int words) {
    constexpr int bits_of_column = 31, bits_of_over = 24;
    Builder builder(name);
    ir::Contract contract;
    std::vector<Operand> c;
    ir::ExprPtr sum;
    for (int i = 0; i < bytes_of_word * words; ++i) {
        const std::string name = "c" + std::to_string(i);
        c.push_back(builder.input(name, repr::word, 1)[0]);
        contract.requires_.push_back({name, ir::pow2(bits_of_column)});
        const ir::ExprPtr term = i == 0 ? var(name) : ir::pow2(bits_of_byte * i) * var(name);
        sum = sum ? sum + term : term;
    }
    // rest: what the columns so far leave from column i on; word: their sum from the last word on, modulo 2^32
    const Operand byte(static_cast<uint32_t>(bits_of_byte));
    std::vector<Operand> digit;
    Operand rest = c[0], word;
    ir::ClaimSum terms;  // of the sum that is a word
    for (int i = 0; i < bytes_of_word * words; ++i) {
        if (i > 0) rest = builder.emit(Opcode::add, builder.emit(Opcode::shr, rest, byte), c[i]);
        const int place = i % bytes_of_word;
        word =
            place == 0 ? rest : builder.emit(Opcode::mad_lo, c[i], Operand(1u << bits_of_byte * place), word);
        if (place == 0) terms.clear();
        terms.push_back({mpz_class(1) << bits_of_byte * place, {{place == 0 ? rest : c[i]}}});
        if (place < bytes_of_word - 1) continue;
        digit.push_back(word);
        claim_word(builder, word, terms, rest);
    }
    const Operand over = builder.emit(Opcode::shr, rest, byte);
    builder.output("digit", type, digit);
    builder.output("over", repr::word, {over});
    contract.ensures = {{"digit", ir::pow2(limb_bits * words)}, {"over", ir::pow2(bits_of_over)}};
    contract.left = var("digit") + ir::pow2(limb_bits * words) * var("over");
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

ir::Program of_pairs(const char* name, ir::Program program) {
    const auto retype = [](auto& parameters) {
        for (auto& it : parameters)
            if (it.representation == repr::num) it.representation = group::two_words;
    };
    retype(program.inputs), retype(program.outputs);
    program.name = name;
    return program;
}

}  // namespace

std::vector<ir::Program> leaves() {
    return {columns("tensor_columns", repr::word, 1),
            pairs("sum_of_pairs", Opcode::add, [](ir::ExprPtr a, ir::ExprPtr b) { return a + b; }),
            pairs("difference_of_pairs", Opcode::sub, [](ir::ExprPtr a, ir::ExprPtr b) { return a - b; })};
}

std::vector<ir::Program> pair_leaves() {
    const Width width{limb_bits * words_of_digit};
    return {columns("pair_columns", group::two_words, words_of_digit),
            of_pairs("pair_add", algorithm::add(width, FlagOut::yes)),
            of_pairs("pair_sub", algorithm::sub(width, FlagOut::yes))};
}

}  // namespace limbsmith::algorithm::tensor
