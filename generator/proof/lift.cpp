#include "proof/lift.hpp"

#include <algorithm>

#include "proof/proof.hpp"
#include "proof/slice.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Instruction, ir::Opcode, ir::Operand, ir::var, ir::Word;

const Instruction* maker(const ir::Program& program, Operand word) {
    const auto place = std::ranges::find(program.body, word, [](const auto& in) { return Operand(in.dst); });
    return place == program.body.end() ? nullptr : &*place;
}

std::vector<Operand> operands(const std::vector<Word>& words) { return {words.begin(), words.end()}; }

std::optional<std::string> show(const char* what, const ir::Program& part) {
    if (is_open(part)) return std::string(what) + " depends on other inputs";
    const Verdict verdict = prove(part);
    if (verdict.is_proved) return std::nullopt;
    return std::string(what) + ": " + verdict.reason;
}

}  // namespace

// Matches r_i = lifted_i & mask, lifted_i = ... + residue_i, and the differences inverse_i - residue_i.
std::optional<Lift> find_lift(const ir::Program& program, const ir::Output& r, uint64_t k) {
    Lift lift;
    for (Operand word : r.words) {
        const Instruction* chosen = maker(program, word);
        if (!chosen || chosen->op != Opcode::bit_and || !chosen->src[0].is_word || !chosen->src[1].is_word)
            return std::nullopt;
        const Instruction* sum = maker(program, chosen->src[0]);
        if (!sum || sum->op != Opcode::add || !sum->src[1].is_word) return std::nullopt;
        if (!lift.lifted.empty() && lift.mask != chosen->src[1].word()) return std::nullopt;
        lift.mask = chosen->src[1].word();
        lift.lifted.push_back(chosen->src[0].word());
        lift.residue.push_back(sum->src[1].word());
    }
    const size_t words = (k + limb_bits - 1) / limb_bits;
    for (size_t i = 0; i < words && i < lift.residue.size(); ++i) {
        const auto difference = std::ranges::find_if(program.body, [&](const Instruction& in) {
            return in.op == Opcode::sub && in.src[0].is_word && in.src[1] == Operand(lift.residue[i]);
        });
        if (difference == program.body.end()) return std::nullopt;
        lift.inverse.push_back(difference->src[0].word());
    }
    return lift;
}

std::optional<std::string> prove_lift(const ir::Program& program, const Lift& lift, const ir::Input& a,
                                      const ir::ExprPtr& M, uint64_t k) {
    const ir::ExprPtr power = ir::pow2(k);
    const std::vector<ir::Output> inverse{{"y", ir::number, operands(lift.inverse)}},
        lifted{{"r", ir::number, operands(lift.lifted)}};
    const ir::Contract is_inverse{
        {}, (var("a") * var("y")) % power, ir::integer(1), {}, {{"a", var("a") | ir::integer(1), "a odd"}}};
    if (auto reason = show("the inverse modulo 2^k", slice(program, {a}, inverse, is_inverse))) return reason;
    const std::vector<ir::Input> both{{"x", ir::number, lift.residue}, {"y", ir::number, lift.inverse}};
    const ir::Contract is_residue{{{"x", M}}, var("r") % M, var("x"), {{"r", power * M}}},
        has_low_bits{{{"x", M}}, var("r") % power, var("y") % power, {}};
    if (auto reason = show("the residue modulo M", slice(program, both, lifted, is_residue))) return reason;
    return show("the residue modulo 2^k", slice(program, both, lifted, has_low_bits));
}

}  // namespace limbsmith::proof
