#include "derive/search/middle.hpp"

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

namespace {

// The first product of two values in the polynomial.
std::optional<check::Monomial> first_product(const Polynomial& polynomial) {
    const auto found =
        std::ranges::find_if(polynomial.terms(), [](const auto& term) { return term.first.size() == 2; });
    return found == polynomial.terms().end() ? std::nullopt : std::optional(found->first);
}

}  // namespace

bool name_in_contract(Search& search, Id zero) {
    const Polynomial product = search.builder.fact(zero);
    const auto monomial = first_product(product);
    if (!monomial) return false;
    const mpz_class weight = product.terms().at(*monomial);
    bool is_named = false;
    for (size_t k = 0; k < search.builder.meaning.contract().size(); ++k) {
        const Polynomial& own = search.builder.meaning.contract()[k].polynomial;
        const auto found = own.terms().find(*monomial);
        if (found == own.terms().end() || found->second % weight != 0) continue;
        const mpz_class factor = -found->second / weight;
        const Polynomial shorter = own + Polynomial(factor) * product;
        if (first_product(shorter)) continue;
        for (const auto& [value, coefficient] : own.terms()) {
            const Definition* old = value.size() == 1 ? search.definitions.find(value[0]) : nullptr;
            if (!old || search.builder.fact(old->zero) != own) continue;
            const Id id = search.builder.sum(shorter, {{old->zero, one}, {zero, factor}});
            search.definitions.set(value[0], {id, old->coefficient, old->rank});
            is_named = true;
        }
    }
    return is_named;
}

void join(Search& search, const Middle& middle, Id zero) { search.define(middle.words[0], zero, 0); }

}  // namespace limbsmith::derive
