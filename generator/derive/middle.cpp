#include "derive/middle.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace limbsmith::derive {
namespace {

bool names_inputs_only(const ir::Program& program, const Polynomial& polynomial) {
    std::set<Variable> inputs;
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) inputs.insert(word.id);
    }
    return std::ranges::all_of(polynomial.terms(), [&](const auto& term) {
        return std::ranges::all_of(term.first, [&](Variable value) { return inputs.contains(value); });
    });
}

}  // namespace

std::optional<Middle> middle_of(const Search& search) {
    const ir::Program& program = search.program;
    if (!program.outline.middle) return std::nullopt;
    // a constant limit says too little of a product below N·R
    if (!search.moduli.empty()) return std::nullopt;
    std::map<uint32_t, size_t> made;
    for (size_t i = 0; i < program.body.size(); ++i) made[program.body[i].dst.id] = i + 1;
    const auto& [words, most] = *program.outline.middle;
    Middle middle{0, {}, most};
    for (const ir::Operand& operand : words) {
        const auto found = operand.is_word ? made.find(operand.value) : made.end();
        if (found == made.end()) return std::nullopt;
        middle.end = std::max(middle.end, found->second);
        middle.words.push_back(search.builder.meaning.word(operand.value));
    }
    return middle;
}

std::optional<Id> cut(Search& search, const Middle& middle) {
    Polynomial number;
    mpz_class weight = 1;
    for (Variable word : middle.words) number.add({word}, weight), weight *= search.base;
    Replaced replaced = search.replace(number);
    if (replaced.scale != 1 || !names_inputs_only(search.program, replaced.rest)) return std::nullopt;
    const auto limit = search.nonnegative(Polynomial(middle.limit) - number, middle.end);
    if (!limit) return std::nullopt;
    search.learn_limit(*limit);
    for (Variable word : middle.words) search.forget(word);
    return search.builder.sum(number - replaced.rest, std::move(replaced.zeros));
}

void join(Search& search, const Middle& middle, Id zero) { search.define(middle.words[0], zero, 0); }

}  // namespace limbsmith::derive
