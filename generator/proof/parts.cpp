#include "proof/parts.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "proof/content.hpp"

namespace limbsmith::proof {

void renumber(ir::Program& program) {
    std::vector<uint32_t> word_of(program.words), flag_of(program.flags);
    program.words = program.flags = 0;
    const auto define = [&](ir::Word& word) { word.id = word_of[word.id] = program.words++; };
    const auto rename = [&](ir::Operand& operand) {
        if (operand.is_word) operand.value = word_of[operand.value];
    };
    for (ir::Input& input : program.inputs) std::ranges::for_each(input.words, define);
    for (ir::Instruction& in : program.body) {
        std::for_each(in.src.begin(), in.src.begin() + ir::arity(in.op), rename);
        std::fill(in.src.begin() + ir::arity(in.op), in.src.end(), ir::Operand());
        if (in.flag_in) in.flag_in->id = flag_of[in.flag_in->id];
        if (in.flag_out) in.flag_out->id = flag_of[in.flag_out->id] = program.flags++;
        define(in.dst);
    }
    for (ir::Output& output : program.outputs) std::ranges::for_each(output.words, rename);
    for (ir::Claim& claim : program.claims) {
        visit_words(claim.number, rename);
        visit_words(claim.rest, rename);
    }
    for (ir::Step& step : program.steps) visit_words(step, rename);
    for (ir::Lemma& lemma : program.lemmas) visit_words(lemma, rename);
}

Verdict prove_once(const ir::Program& part, uint64_t limit) {
    static std::mutex mutex;
    static std::map<std::string, Verdict> known;
    const std::string text = content(part);
    {
        const std::lock_guard lock(mutex);
        if (const auto place = known.find(text); place != known.end() && place->second.steps <= limit)
            return place->second;
    }
    Verdict verdict = prove_within(limit, part);
    if (!verdict.is_proved) return verdict;
    const std::lock_guard lock(mutex);
    return known[text] = std::move(verdict);
}

}  // namespace limbsmith::proof
