#include <algorithm>
#include <utility>
#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {
namespace {

// The words and flags that are read, collected backwards through a program.
struct Live {
    explicit Live(const ir::Program& program) : words(program.words), flags(program.flags) {}

    void read(ir::Operand operand) {
        if (operand.is_word) words[operand.value] = true;
    }
    void read_sources(const ir::Instruction& in) {
        for (int i = 0; i < ir::arity(in.op); ++i) read(in.src[i]);
        if (in.flag_in) flags[in.flag_in->id] = true;
    }
    bool reads_flag(const ir::Instruction& in) const { return in.flag_out && flags[in.flag_out->id]; }
    bool reads(const ir::Instruction& in) const { return words[in.dst.id] || reads_flag(in); }

    std::vector<bool> words, flags;
};

// The claims that remain when only the words of `exists` are left. A non-negative term may be dropped from
// the left side of a claim number <= rest.
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

// Whether the part names a word that is not left.
bool names_lost(auto& part, const std::vector<bool>& exists) {
    bool lost = false;
    visit_words(part, [&](ir::Operand& word) { lost = lost || (word.is_word && !exists[word.value]); });
    return lost;
}

// Drops the parts of the outline that need words other than those of `exists`. A part may lose some of its outputs.
void drop_lost(ir::Outline& outline, const std::vector<bool>& exists) {
    outline.claims = claims_of(std::move(outline.claims), exists);
    std::erase_if(outline.parts, [&](ir::Part& part) {
        const auto is_lost = [&](ir::Binding& binding) { return names_lost(binding, exists); };
        return std::ranges::any_of(part.inputs, is_lost) || std::ranges::all_of(part.outputs, is_lost);
    });
    if (outline.middle && names_lost(*outline.middle, exists)) outline.middle.reset();
}

}  // namespace

ir::Program remove_dead_code(ir::Program program) {
    Live live(program);
    for (const ir::Output& output : program.outputs) {
        for (ir::Operand word : output.words) live.read(word);
    }
    std::vector<bool> exists(program.words, false);
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) exists[word.id] = true;
    }
    std::vector<ir::Instruction> kept;
    for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) {
        if (!live.reads(*in)) continue;
        exists[in->dst.id] = true;
        if (!live.reads_flag(*in)) in->flag_out.reset();
        live.read_sources(*in);
        kept.push_back(*in);
    }
    std::ranges::reverse(kept);
    program.body = std::move(kept);
    drop_lost(program.outline, exists);
    std::erase_if(program.notes, [&](ir::Note& note) { return names_lost(note, exists); });
    return program;
}

}  // namespace limbsmith::pass
