#include "derive/sums/fractions.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "derive/sums/carries.hpp"

namespace limbsmith::derive {
namespace {

// The coefficient of a value, those of high parts counted for their words.
mpq_class weight_of(const Search& search, const Polynomial& polynomial, Variable value) {
    const auto coefficient = [&](Variable of) {
        const auto found = polynomial.terms().find({of});
        return found == polynomial.terms().end() ? mpz_class(0) : found->second;
    };
    mpq_class result = coefficient(value);
    for (auto split = search.splits.lower_bound({value, 0});
         split != search.splits.end() && split->first.first == value; ++split)
        result += mpq_class(coefficient(split->second.high)) / (mpz_class(1) << split->first.second);
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

// A number: the words of a chain that ends with an instruction, or those that a zero names, the lowest first.
struct Number {
    size_t rank;  // of its latest value
    std::vector<size_t> links{};
    const Search::Named* named = nullptr;
};

// The latest first.
std::vector<Number> numbers_before(const Search& search, size_t before) {
    std::vector<Number> result;
    std::set<uint32_t> read;  // flags, by later instructions
    for (size_t i = before; i-- > 0;) {
        const ir::Instruction& in = search.program.body[i];
        if (in.flag_in && !(in.flag_out && read.contains(in.flag_out->id)))
            result.push_back({2 * i + 1, chain(search.program, i)});
        if (in.flag_in) read.insert(in.flag_in->id);
    }
    for (const Search::Named& number : search.named) {
        const Definition* lowest = search.definitions.find(number.words[0]);
        if (lowest && lowest->zero == number.zero) result.push_back({lowest->rank, {}, &number});
    }
    std::ranges::stable_sort(result, std::greater{}, &Number::rank);
    return result;
}

// Where the polynomial has less of the words below than of those above, the highest such place: how many words are below.
size_t place_of_cut(const Search& search, const Polynomial& polynomial, const std::vector<Variable>& words) {
    for (size_t k = words.size(); k-- > 1;) {
        if (weight_of(search, polynomial, words[k]) !=
            weight_of(search, polynomial, words[k - 1]) * search.base)
            return k;
    }
    return 0;
}

// Cuts numbers, the latest first. The rest of the polynomial then shows how much of the earlier ones it has.
void cut_numbers(Search& search, const Polynomial& polynomial, size_t before) {
    Replacement later(search.builder, search.definitions, Replaced(polynomial));
    for (const Number& number : numbers_before(search, before)) {
        search.spend(later.down_to(number.rank + 1));
        if (later.is_too_long()) return;
        const Polynomial& rest = later.replaced().rest;
        if (!number.named) {
            std::vector<Variable> words;
            for (size_t link : number.links)
                words.push_back(search.builder.meaning.word(search.program.body[link].dst.id));
            const size_t place = place_of_cut(search, rest, words);
            if (place > 0) cut(search, number.links[place - 1]);
            continue;
        }
        // the words below are values, and define the lowest word above
        const std::vector<Variable>& words = number.named->words;
        const size_t place = place_of_cut(search, rest, words);
        if (place == 0) continue;
        if (!search.builder.fact(number.named->zero).terms().contains({words[place]}) ||
            search.definitions.contains(words[place]))
            continue;
        search.forget(words[0]);
        search.define(words[place], number.named->zero, number.rank);
    }
}

}  // namespace

std::optional<Id> by_fractions(Search& search, const Polynomial& polynomial, size_t before,
                               const std::function<std::optional<Id>()>& attempt) {
    const Definitions kept = search.definitions;
    divide_words(search);
    cut_numbers(search, polynomial, before);
    const std::optional<Id> found = attempt();
    search.definitions = kept;
    return found;
}

std::optional<Id> nonnegative_by_fractions(Search& search, const Polynomial& polynomial, size_t before) {
    return by_fractions(search, polynomial, before, [&] { return search.nonnegative(polynomial, before); });
}

std::optional<Id> zero_of_whole_numbers(Search& search, const Polynomial& polynomial, size_t before) {
    const Definitions kept = search.definitions;
    for (size_t i = 0; i < before; ++i) {
        const ir::Instruction& in = search.program.body[i];
        if (!in.flag_out) continue;
        const Variable flag = search.builder.meaning.flag(in.flag_out->id),
                       word = search.builder.meaning.word(in.dst.id);
        const Id equation = search.builder.given({check::Given::Of::instruction, i, 0});
        const Definition* own = search.definitions.find(flag);
        if (!own || own->zero != equation || search.definitions.contains(word)) continue;
        search.forget(flag);
        search.define(word, equation, 2 * i + 1);
    }
    const std::optional<Id> found = search.zero(polynomial, before);
    search.definitions = kept;
    return found;
}

}  // namespace limbsmith::derive
