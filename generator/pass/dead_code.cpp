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
    void read(const ir::ClaimSum& sum) {
        for (const ir::ClaimTerm& term : sum) {
            for (const ir::ClaimTerm::Factor& factor : term.factors) read(factor.word);
        }
    }
    void read_sources(const ir::Instruction& in) {
        for (int i = 0; i < ir::arity(in.op); ++i) read(in.src[i]);
        if (in.flag_in) flags[in.flag_in->id] = true;
    }
    bool reads_flag(const ir::Instruction& in) const { return in.flag_out && flags[in.flag_out->id]; }
    bool reads(const ir::Instruction& in) const { return words[in.dst.id] || reads_flag(in); }

    std::vector<bool> words, flags;
};

// The words that equations of claims and parts need: such a claim is lost if one of its words is.
Live read_by_claims(const ir::Program& program) {
    Live live(program);
    for (const ir::Claim& claim : program.outline.claims) {
        if (claim.kind == ir::Claim::Kind::at_most || claim.kind == ir::Claim::Kind::opaque) continue;
        live.read(claim.number), live.read(claim.rest);
    }
    const auto read = [&](ir::Operand word) { live.read(word); };
    for (const ir::Part& part : program.outline.parts) {
        for (const ir::Binding& output : part.outputs) std::ranges::for_each(output.words, read);
    }
    if (program.outline.middle) std::ranges::for_each(program.outline.middle->words, read);
    return live;
}

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

// What remains of the outline when only the words of `exists` are left.
void drop_lost(ir::Outline& outline, const std::vector<bool>& exists) {
    outline.claims = claims_of(std::move(outline.claims), exists);
    std::erase_if(outline.parts, [&](ir::Part& part) { return names_lost(part, exists); });
    if (outline.middle && names_lost(*outline.middle, exists)) outline.middle.reset();
}

}  // namespace

ir::Program remove_dead_code(ir::Program program) {
    Live live(program), claimed = read_by_claims(program);
    for (const ir::Output& output : program.outputs) {
        for (ir::Operand word : output.words) live.read(word);
    }
    std::vector<bool> exists(program.words, false);  // in the body, or as a ghost
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) exists[word.id] = true;
    }
    std::vector<bool> is_left = exists;  // in the body
    std::vector<ir::Instruction> kept;
    ir::Ghosts ghosts;
    for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) {
        const bool is_live = live.reads(*in), is_ghost = !is_live && claimed.reads(*in);
        if (!is_live && !is_ghost) continue;
        exists[in->dst.id] = true;
        is_left[in->dst.id] = is_live;
        if (is_live && !live.reads_flag(*in)) {
            if (claimed.reads_flag(*in)) ghosts.flags.emplace_back(in->dst, *in->flag_out);
            in->flag_out.reset();
        } else if (is_ghost && !claimed.reads_flag(*in)) {
            in->flag_out.reset();
        }
        (is_live ? live : claimed).read_sources(*in);
        (is_live ? kept : ghosts.instructions).push_back(*in);
    }
    std::ranges::reverse(kept);
    std::ranges::sort(ghosts.instructions, {}, [](const ir::Instruction& in) { return in.dst.id; });
    program.body = std::move(kept);
    program.ghosts = std::move(ghosts);
    drop_lost(program.outline, exists);
    std::erase_if(program.notes, [&](ir::Note& note) { return names_lost(note, is_left); });
    return program;
}

}  // namespace limbsmith::pass
