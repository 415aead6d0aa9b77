#include "derive/division/divisions.hpp"

#include <algorithm>

#include "derive/division/long_reciprocals.hpp"
#include "derive/division/reciprocals.hpp"
#include "derive/division/row_quotients.hpp"
#include "derive/division/word_division.hpp"
#include "derive/search/argument.hpp"

namespace limbsmith::derive {
namespace {

// floor(c / m) as the contract has it: t = [0 < m] >= 0, 1 - t >= 0, t·(m - 1) >= 0, (t - 1)·m >= 0, the zero
// c - m·quotient - rest, t·rest >= 0, t·(m - 1 - rest) >= 0.
struct Floor {
    size_t place;
    Variable t, quotient, rest;
    Polynomial m;
    mpz_class c;
};

std::optional<Floor> floor_at(const Search& search, size_t k) {
    const auto& facts = search.builder.meaning.contract();
    if (k + 6 >= facts.size() || facts[k + 4].kind != Fact::Kind::zero) return std::nullopt;
    const auto t = nonnegative_value(facts[k]);
    if (!t) return std::nullopt;
    const Polynomial bit = Polynomial::of(*t), m = coefficient_of(*t, facts[k + 3].polynomial);
    const Polynomial& zero = facts[k + 4].polynomial;
    const Variable quotient = *t + 1, rest = *t + 2;
    const mpz_class c = zero.constant();
    if (zero != Polynomial(c) - m * Polynomial::of(quotient) - Polynomial::of(rest) ||
        facts[k + 3] != Fact{Fact::Kind::nonnegative, (bit - one) * m} ||
        facts[k + 5] != Fact{Fact::Kind::nonnegative, bit * Polynomial::of(rest)})
        return std::nullopt;
    return Floor{k, *t, quotient, rest, m, c};
}

// The highest words of a number, `count` or as many as there are.
std::vector<Variable> highest(const std::vector<Variable>& words, size_t count) {
    return {words.end() - static_cast<std::ptrdiff_t>(std::min(count, words.size())), words.end()};
}

// The fact polynomial >= 0, if the contract or the search has it.
std::optional<Id> find_bound(Search& search, const Polynomial& polynomial) {
    const auto& facts = search.builder.meaning.contract();
    const auto given = std::ranges::find(facts, Fact{Fact::Kind::nonnegative, polynomial});
    if (given != facts.end()) return search.builder.contract(given - facts.begin());
    const auto found =
        std::ranges::find_if(search.numbers, [&](Id id) { return search.builder.fact(id) == polynomial; });
    return found == search.numbers.end() ? std::nullopt : std::optional(*found);
}

// The words of the inputs, and of the outputs of parts.
std::vector<std::vector<Variable>> numbers_of(const Search& search) {
    std::vector<std::vector<Variable>> result;
    for (const ir::Input& input : search.program.inputs) {
        result.emplace_back();
        for (ir::Word word : input.words) result.back().push_back(search.builder.meaning.word(word.id));
    }
    for (const ir::Part& part : search.program.outline.parts) {
        for (const ir::Binding& output : part.outputs) {
            const auto is_made = [&](const ir::Operand& word) {
                return word.is_word && search.ranges.contains(search.builder.meaning.word(word.value));
            };
            if (!std::ranges::all_of(output.words, is_made)) continue;
            result.emplace_back();
            for (const ir::Operand& word : output.words)
                result.back().push_back(search.builder.meaning.word(word.value));
        }
    }
    return result;
}

// rest >= 0 and m - 1 - rest >= 0, from m - 1 >= 0.
std::pair<Id, Id> rest_of(Search& search, const Floor& floor, Id positive) {
    Builder& builder = search.builder;
    const size_t k = floor.place;
    const Range& t = search.ranges.at(floor.t);
    const Polynomial bit = Polynomial::of(floor.t), rest = Polynomial::of(floor.rest);
    const Id least = builder.bound(bit - one, {{1, {builder.contract(k + 3)}}, {1, {*t.most, positive}}}, {});
    const Id is_set = builder.both(least, *t.most);
    search.define(floor.t, is_set, last_rank);
    return {bound_of(builder, bounds(1, {builder.contract(k + 5)}) + multiple(is_set, minus_one * rest)),
            bound_of(builder, bounds(1, {builder.contract(k + 6)}) +
                                  multiple(is_set, minus_one * (floor.m - one - rest)))};
}

// The divisor whose highest words are m: m is their number, or a quotient of the number by a power of the base.
struct TopWords {
    std::vector<Variable> d;
    Id same;  // m - (number of d) = 0
};

std::optional<TopWords> top_words(Search& search, Argument& argument, const Floor& floor,
                                  const std::vector<Variable>& words) {
    Builder& builder = search.builder;
    const auto d = highest(words, 2);
    const Polynomial top = argument.number(d).value;
    if (floor.m == top) return TopWords{d, builder.sum({}, {})};
    // (number) - unit·m - low = 0 three facts before the comparison, with low >= 0 and unit - 1 - low >= 0
    const auto& facts = builder.meaning.contract();
    const size_t k = floor.place;
    if (words.size() < 3 || k < 3 || facts[k - 1].kind != Fact::Kind::zero) return std::nullopt;
    const auto rest = nonnegative_value(facts[k - 3]);
    const Argument::Number lower = argument.number({words.begin(), words.end() - 2});
    const Polynomial whole = lower.value + Polynomial(lower.size) * top;
    if (!rest || facts[k - 1].polynomial != whole - Polynomial(lower.size) * floor.m - Polynomial::of(*rest))
        return std::nullopt;
    const Id zero = builder.contract(k - 1);
    const Polynomial difference = floor.m - top;
    // unit·(m - top) = lower - rest
    const Id same =
        zero_between(builder, lower.size, difference,
                     lower.least + bounds(1, {builder.contract(k - 2)}) + multiple(zero, minus_one),
                     lower.gap + bounds(1, {builder.contract(k - 3)}) + multiple(zero, one));
    return TopWords{d, same};
}

// D - 1 >= 0 and 2·D - W >= 0 for the highest words of a number whose top bit is set.
bool limit_divisor(Search& search, Argument& argument, const std::vector<Variable>& words,
                   const std::vector<Variable>& d, Search::Reciprocal& result) {
    const Argument::Number all = argument.number(words), top = argument.number(d),
                           lower = argument.number(
                               {words.begin(), words.end() - static_cast<std::ptrdiff_t>(d.size())});
    const auto half = find_bound(search, all.value - Polynomial(mpz_class(all.size / 2)));
    if (!half) return false;
    const Id least = argument.show(top.value - Polynomial(mpz_class(top.size / 2)),
                                   bounds(1, {*half}) + lower.gap, lower.size);
    result.half = bound_of(search.builder, bounds(2, {least}));
    result.positive = search.weaken(least, top.value - one);
    return true;
}

// Learns the facts of inputs that are reciprocals.
void learn_reciprocals(Search& search) {
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.contract();
    for (size_t k = 0; k < facts.size(); ++k) {
        const auto floor = floor_at(search, k);
        if (!floor || floor->place + 7 >= facts.size()) continue;
        // quotient - base - v >= 0, or v + base - quotient >= 0
        const Fact& limit = facts[floor->place + 7];
        const Polynomial quotient = Polynomial::of(floor->quotient);
        for (const std::vector<Variable>& words : numbers_of(search)) {
            Argument argument(search, {});
            const auto top = top_words(search, argument, *floor, words);
            if (!top) continue;
            for (const std::vector<Variable>& v : numbers_of(search)) {
                const Polynomial reciprocal = Polynomial(search.base) + Polynomial::of(v[0]);
                const bool is_least = limit.polynomial == reciprocal - quotient;
                if (v.size() != 1 || (!is_least && limit.polynomial != quotient - reciprocal)) continue;
                auto place = std::ranges::find_if(search.reciprocals, [&](const Search::Reciprocal& known) {
                    return known.d == top->d && known.v == v[0];
                });
                if (place == search.reciprocals.end()) {
                    Search::Reciprocal found{top->d, v[0], 0, 0, 0, 0};
                    if (!limit_divisor(search, argument, words, top->d, found)) continue;
                    place = search.reciprocals.insert(place, found);
                }
                const Argument::Number d = argument.number(top->d);
                const Id m_positive =
                    bound_of(builder, bounds(1, {place->positive}) + multiple(top->same, one));
                const auto [rest, gap] = rest_of(search, *floor, m_positive);
                const Id zero = builder.contract(floor->place + 4),
                         known = builder.contract(floor->place + 7);
                const Id d_least = bound_of(builder, d.least);
                // c - (B + v)·D = rest + D·(quotient - B - v) + quotient·(m - D), and the other way round
                if (is_least)
                    place->most = bound_of(builder, bounds(1, {known, d_least}) + bounds(1, {gap}) +
                                                        multiple(zero, minus_one) +
                                                        multiple(top->same, minus_one * (quotient + one)));
                else
                    place->least = bound_of(builder, bounds(1, {known, d_least}) + bounds(1, {rest}) +
                                                         multiple(zero, one) + multiple(top->same, quotient));
            }
        }
    }
}

// The index of the instruction that makes the last word of the part's outputs; those that nothing makes do not count.
std::optional<size_t> end_of(const ir::Program& program, const ir::Part& part) {
    std::optional<size_t> last;
    for (size_t i = 0; i < program.body.size(); ++i) {
        for (const ir::Binding& output : part.outputs) {
            if (std::ranges::find(output.words, ir::Operand(program.body[i].dst)) != output.words.end())
                last = i;
        }
    }
    return last;
}

// D - 1 - (u without its lowest word) >= 0, if that is known.
std::optional<Id> below_divisor(Search& search, const std::vector<Variable>& u,
                                const std::vector<Variable>& d) {
    Argument argument(search, {});
    return find_bound(search,
                      argument.number(d).value - one - argument.number({u.begin() + 1, u.end()}).value);
}

// Where the contract has floor(c / D) of the number's highest words D: this is B + v.
void learn_floors(Search& search, const Search::Reciprocal& known, const std::vector<Variable>& number) {
    Builder& builder = search.builder;
    for (size_t k = 0; k < builder.meaning.contract().size(); ++k) {
        const auto floor = floor_at(search, k);
        if (!floor) continue;
        Argument argument(search, {});
        const auto top = top_words(search, argument, *floor, number);
        if (!top || top->d != known.d || search.definitions.contains(floor->quotient)) continue;
        const Polynomial d = argument.number(top->d).value;
        const Id positive = bound_of(builder, bounds(1, {known.positive}) + multiple(top->same, one));
        const auto [rest, gap] = rest_of(search, *floor, positive);
        // D·(quotient - B - v) = (k - 1) - rest
        const Polynomial more =
            Polynomial::of(floor->quotient) - Polynomial(search.base) - Polynomial::of(known.v);
        const Parts is_whole = multiple(builder.contract(k + 4), minus_one) +
                               multiple(top->same, minus_one * Polynomial::of(floor->quotient));
        const Parts is_less = times_of(is_whole, minus_one);
        for (Variable word : top->d) argument.stop(word);
        argument.stop(known.v);
        const Id least = argument.show_times(
            d, known.positive, more,
            bounds(1, {known.least}) + bounds(1, {gap}) + multiple(top->same, minus_one) + is_whole);
        const Id most = argument.show_times(d, known.positive, minus_one * more,
                                            bounds(1, {known.most}) + bounds(1, {rest}) + is_less);
        search.define(floor->quotient, builder.both(least, most), last_rank);
    }
}

const Search::Reciprocal* reciprocal_of(const Search& search, const std::vector<Variable>& d, Variable v) {
    const auto found = std::ranges::find_if(
        search.reciprocals, [&](const Search::Reciprocal& known) { return known.d == d && known.v == v; });
    return found == search.reciprocals.end() ? nullptr : &*found;
}

// The reciprocal v of the highest words d of a number whose top bit is set. find: from positive and half of d.
void resolve_reciprocal(Search& search, const std::vector<Variable>& d, Variable v,
                        const std::function<Search::Reciprocal(const Search::Reciprocal&)>& find) {
    Argument argument(search, {});
    Search::Reciprocal known{d, v, 0, 0, 0, 0};
    for (const std::vector<Variable>& number : numbers_of(search)) {
        if (number.empty() || highest(number, d.size()) != d ||
            !limit_divisor(search, argument, number, d, known))
            continue;
        search.reciprocals.push_back(find(known));
        search.forget(v);
        learn_floors(search, search.reciprocals.back(), number);
        return;
    }
}

// The words of a number that an earlier method normalised stand for themselves; their definitions are long.
void forget_normalized(Search& search, const ir::Part& part) {
    if (part.outputs.size() != 2 || part.outputs[0].name != "d" || part.outputs[1].name != "count") return;
    std::vector<Variable> words;
    for (const ir::Operand& word : part.outputs[0].words) {
        if (!word.is_word) return;
        words.push_back(search.builder.meaning.word(word.value));
    }
    const Argument::Number d = Argument(search, {}).number(words);
    if (!find_bound(search, d.value - Polynomial(mpz_class(d.size / 2)))) return;
    for (Variable word : words) search.forget(word);
}

void resolve_reciprocal(Search& search, const ReciprocalWords& words) {
    resolve_reciprocal(search, {words.d}, words.v, [&](const Search::Reciprocal& known) {
        return reciprocal(search, words, known.positive, known.half);
    });
}

void resolve_reciprocal(Search& search, const LongReciprocalWords& words) {
    const auto* found = reciprocal_of(search, {words.d[1]}, words.v_top);
    if (!found) return;
    const Search::Reciprocal of_top = *found;
    resolve_reciprocal(search, words.d, words.v, [&](const Search::Reciprocal& known) {
        return long_reciprocal(search, words, of_top, known.positive, known.half);
    });
}

void learn(Search& search, const Quotient& quotient) {
    search.shown.push_back(quotient.zero);
    search.numbers.push_back(quotient.most);
}

void resolve_quotient(Search& search, const QuotientWords& words) {
    const auto* by = reciprocal_of(search, words.d, words.v);
    const auto below = by ? below_divisor(search, words.u, words.d) : std::nullopt;
    if (!below) return;
    const Quotient quotient = divide(search, words, *by, *below);
    learn(search, quotient);
    // a remainder that the program goes on with is the dividend less a multiple of the divisor
    const auto is_output = [&](const ir::Output& output) {
        return std::ranges::find(output.words, ir::Operand(ir::Word{words.remainder[0]})) !=
               output.words.end();
    };
    if (words.remainder.size() != 1 || std::ranges::any_of(search.program.outputs, is_output)) return;
    search.define(words.remainder[0], quotient.zero, last_rank);
    search.forget(words.q);
}

// The mask that says whether the quotient by the highest words is too large.
void resolve_row(Search& search, const RowWords& words) {
    const auto* by = reciprocal_of(search, words.by_top.d, words.v);
    const auto below = by ? below_divisor(search, words.u, words.d) : std::nullopt;
    if (!below) return;
    Argument argument(search, {});
    const Argument::Number d = argument.number(words.d);
    const Polynomial gap = Polynomial(d.size) - d.value - argument.number(words.minus_d).value;
    const auto least = find_bound(search, gap), most = find_bound(search, minus_one * gap);
    if (!least || !most) return;
    const Id is_minus_d = search.builder.both(*least, *most);
    const Search::RowSum sum = sum_of_row(search, words, *by, *below, is_minus_d);
    const size_t i = words.too_large;
    const Variable mask = search.builder.meaning.word(search.program.body[i].dst.id);
    search.ranges[sum.more] = {sum.least, sum.most, 1};
    search.define(mask, sum.mask, 2 * i + 1);
    search.masks[mask] = {Polynomial::of(sum.more), sum.mask, sum.least, sum.most, std::nullopt};
    search.row_sums[words.q] = sum;
}

void resolve_row_quotient(Search& search, const RowWords& words) {
    const auto sum = search.row_sums.find(words.q);
    if (sum != search.row_sums.end()) learn(search, divide(search, words, sum->second));
}

}  // namespace

void learn_divisions(Search& search) {
    learn_reciprocals(search);
    const ir::Program& program = search.program;
    for (size_t k = 0; k < program.outline.parts.size(); ++k) {
        if (const auto end = end_of(program, program.outline.parts[k])) search.divisions[*end].push_back(k);
        try {
            if (const auto row = row_words(search, program.outline.parts[k]))
                search.divisions[row->too_large].push_back(k);
        } catch (const Gap&) {
        }
    }
}

void resolve_division(Search& search, size_t i) {
    const auto parts = search.divisions.find(i);
    if (parts == search.divisions.end()) return;
    for (size_t k : parts->second) {
        const ir::Part& part = search.program.outline.parts[k];
        try {
            forget_normalized(search, part);
            resolve_dividend(search, part, i);
            if (const auto words = reciprocal_words(search, part)) resolve_reciprocal(search, *words);
            if (const auto words = long_reciprocal_words(search, part)) resolve_reciprocal(search, *words);
            const auto row = row_words(search, part);
            const auto quotient = row ? std::nullopt : quotient_words(search, part);
            if (quotient) resolve_quotient(search, *quotient);
            if (row && row->too_large == i) resolve_row(search, *row);
            if (row && row->too_large != i) resolve_row_quotient(search, *row);
        } catch (const Gap&) {
        }
    }
}

}  // namespace limbsmith::derive
