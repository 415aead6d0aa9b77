#include <algorithm>
#include <utility>
#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {
namespace {

// What is still said by claims when only the words of `exists` are left: terms that are not negative can be
// dropped from a number that is at most something.
std::vector<ir::Claim> claims_of(std::vector<ir::Claim> claims, const std::vector<bool>& exists) {
    const auto is_lost = [&](const ir::ClaimTerm& term) {
        return std::ranges::any_of(term.factors, [&](const ir::ClaimTerm::Factor& factor) {
            return factor.word.is_word && !exists[factor.word.value];
        });
    };
    const auto can_go = [&](const ir::ClaimTerm& term) {
        return is_lost(term) && term.weight > 0 &&
               std::ranges::none_of(term.factors, [](const auto& factor) { return factor.is_signed(); });
    };
    std::erase_if(claims, [&](ir::Claim& claim) {
        if (claim.kind == ir::Claim::Kind::at_most) std::erase_if(claim.number, can_go);
        return std::ranges::any_of(claim.number, is_lost) || std::ranges::any_of(claim.rest, is_lost);
    });
    return claims;
}

// Steps that name lost words are left out, and so are lemmas about such words.
void drop_lost(ir::Program& program, const std::vector<bool>& exists) {
    const auto is_lost = [&](auto& part) {
        bool lost = false;
        visit_words(part, [&](ir::Operand& word) { lost = lost || (word.is_word && !exists[word.value]); });
        return lost;
    };
    std::erase_if(program.steps, is_lost);
    for (ir::Lemma& lemma : program.lemmas) std::erase_if(lemma.steps, is_lost);
    std::erase_if(program.lemmas, is_lost);
}

}  // namespace

ir::Program remove_dead_code(ir::Program program) {
    std::vector<bool> live_word(program.words, false);
    std::vector<bool> live_flag(program.flags, false);
    for (const ir::Output& output : program.outputs) {
        for (ir::Operand word : output.words) {
            if (word.is_word) live_word[word.value] = true;
        }
    }
    std::vector<ir::Instruction> kept;
    for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) {
        if (in->flag_out && !live_flag[in->flag_out->id]) in->flag_out.reset();
        if (!live_word[in->dst.id] && !in->flag_out) continue;
        for (int i = 0; i < ir::arity(in->op); ++i) {
            if (in->src[i].is_word) live_word[in->src[i].value] = true;
        }
        if (in->flag_in) live_flag[in->flag_in->id] = true;
        kept.push_back(*in);
    }
    program.body.assign(kept.rbegin(), kept.rend());
    std::vector<bool> exists(program.words, false);
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) exists[word.id] = true;
    }
    for (const ir::Instruction& in : program.body) exists[in.dst.id] = true;
    program.claims = claims_of(std::move(program.claims), exists);
    drop_lost(program, exists);
    return program;
}

}  // namespace limbsmith::pass
