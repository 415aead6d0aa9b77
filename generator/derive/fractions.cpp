#include "derive/fractions.hpp"

#include <algorithm>
#include <iterator>

#include "derive/carries.hpp"

namespace limbsmith::derive {
namespace {

using Weights = std::map<Variable, mpq_class>;

// The linear coefficients of the polynomial's values, those of high parts counted for their words.
Weights weights_of(const Search& search, const Polynomial& polynomial) {
    Weights result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.size() == 1) result[monomial[0]] += coefficient;
    }
    for (const auto& [word_and_place, split] : search.splits) {
        const auto high = result.find(split.high);
        if (high == result.end()) continue;
        const mpz_class unit = mpz_class(1) << word_and_place.second;
        result[word_and_place.first] += high->second / unit;
    }
    return result;
}

// High parts of split words are defined by the word and its low part, which is a value of its own.
void divide_words(Search& search) {
    for (const auto& [word_and_place, split] : search.splits) {
        const Definition* low = search.definitions.find(split.low);
        if (!low || low->zero != split.zero || search.definitions.contains(split.high)) continue;
        if (search.leads_to(Polynomial::of(word_and_place.first), split.high)) continue;
        const size_t rank = low->rank;
        search.forget(split.low);
        search.define(split.high, split.zero, rank);
    }
}

// The words of a chain up to instruction i are values of their own. They define the carries into the words above.
void cut(Search& search, size_t i) {
    for (size_t link : chain(search.program, i)) {
        const ir::Instruction& in = search.program.body[link];
        const Variable word = search.builder.meaning.word(in.dst.id);
        const Id equation = search.builder.given({check::Given::Of::instruction, link, 0});
        const Definition* own = search.definitions.find(word);
        const Variable flag = search.builder.meaning.flag(in.flag_out->id);
        if (!own || own->zero != equation || search.definitions.contains(flag)) continue;
        search.forget(word);
        search.define(flag, equation, 2 * link + 1);
    }
}

// Cuts each chain where the polynomial has less of the words below than of those above.
void cut_numbers(Search& search, const Weights& weights, size_t before) {
    const auto weight = [&](const ir::Instruction& in) {
        const auto found = weights.find(search.builder.meaning.word(in.dst.id));
        return found == weights.end() ? mpq_class(0) : found->second;
    };
    for (size_t i = 0; i < before; ++i) {
        const ir::Instruction& in = search.program.body[i];
        if (!in.flag_in) continue;
        size_t below = i - 1;
        while (search.program.body[below].flag_out != in.flag_in) --below;
        if (weight(in) != weight(search.program.body[below]) * search.base) cut(search, below);
    }
}

// The same of numbers that are values of their own: the words below are values, and define the lowest word above.
void cut_named(Search& search, const Polynomial& polynomial) {
    for (const Search::Named& number : search.named) {
        const Definition* lowest = search.definitions.find(number.words[0]);
        if (!lowest || lowest->zero != number.zero) continue;
        Replaced later(polynomial);
        search.replace(later, lowest->rank + 1);
        const Weights weights = weights_of(search, later.rest);
        const auto weight = [&](Variable word) {
            const auto found = weights.find(word);
            return found == weights.end() ? mpq_class(0) : found->second;
        };
        const auto is_cut = [&](Variable below, Variable above) {
            return weight(above) != weight(below) * search.base;
        };
        const auto place = std::ranges::adjacent_find(number.words, is_cut);
        if (place == number.words.end()) continue;
        const Variable above = *std::next(place);
        if (!search.builder.fact(number.zero).terms().contains({above}) || search.definitions.contains(above))
            continue;
        const size_t rank = lowest->rank;
        search.forget(number.words[0]);
        search.define(above, number.zero, rank);
    }
}

}  // namespace

std::optional<Id> by_fractions(Search& search, const Polynomial& polynomial, size_t before,
                               const std::function<std::optional<Id>()>& attempt) {
    const Weights weights = weights_of(search, polynomial);
    const Definitions kept = search.definitions;
    divide_words(search);
    cut_numbers(search, weights, before);
    cut_named(search, polynomial);
    const std::optional<Id> found = attempt();
    search.definitions = kept;
    return found;
}

std::optional<Id> nonnegative_by_fractions(Search& search, const Polynomial& polynomial, size_t before) {
    return by_fractions(search, polynomial, before, [&] { return search.nonnegative(polynomial, before); });
}

}  // namespace limbsmith::derive
