#include "derive/search/cases.hpp"

#include <algorithm>
#include <set>

#include "derive/search/moduli.hpp"
#include "derive/sums/carries.hpp"
#include "derive/sums/fractions.hpp"

namespace limbsmith::derive {
namespace {

using check::Multiple;

struct NotShown {};

std::optional<Id> directly(Search& search, const Fact& goal, size_t before) {
    return goal.kind == Fact::Kind::zero ? search.zero(goal.polynomial, before)
                                         : search.nonnegative(goal.polynomial, before);
}

// Where the mask is known: from this rank on, values may be made by it.
size_t rank_of(const Search& search, const Search::Mask& mask, Variable bit) {
    const auto sign = search.signs.find(bit);
    if (sign == search.signs.end()) return 2 * *mask.instruction;
    const Definition* lowest = search.definitions.find(sign->second.front());
    return lowest ? lowest->rank : 0;
}

// The chain of a mask: words - weight·borrow is the difference of two numbers, which is replaced by the words that the chain
// reads, and by the inputs.
struct Compared {
    ChainWords words;
    Replaced near, far;
};

Compared compared(const Search& search, const Search::Mask& mask, Variable borrow) {
    ChainWords words;
    size_t first = 0;
    if (const auto sign = search.signs.find(borrow); sign != search.signs.end()) {
        words = words_of(search, std::span<const Variable>(sign->second));
        // the highest word has no sign
        const mpz_class size = search.ranges.at(sign->second.back()).limit + 1;
        words.weight = words.weight / search.base * size;
        if (size < search.base) words.gaps.pop_back();
        first = rank_of(search, mask, borrow);
    } else {
        std::vector<size_t> links = chain(search.program, *mask.instruction);
        first = 2 * links.front();
        links.pop_back();  // its digit is -borrow
        words = words_of(search, std::span<const size_t>(links));
    }
    Polynomial number = words.number;
    number.add({borrow}, -words.weight);
    Replaced near(number);
    search.replace(near, first);
    Replaced far = near;
    search.replace(far);
    return {std::move(words), std::move(near), std::move(far)};
}

// Without a borrow, and if the difference is below the weight of the highest word x - y - borrow_in, that word is 0: then
// borrow_in is x - y.
void drop_top(Search& search, const Compared& of, const Search::Mask& mask, Id no_borrow) {
    const std::vector<size_t> links = chain(search.program, *mask.instruction);
    if (links.size() < 3) return;
    const size_t top = links[links.size() - 2];
    const ir::Instruction& in = search.program.body[top];
    Builder& builder = search.builder;
    const Variable word = builder.meaning.word(in.dst.id);
    const mpz_class weight = of.words.weight / search.base;
    const auto near = search.at_most(of.near.rest, weight * of.near.scale - 1);
    const auto far = near ? std::nullopt : search.at_most(of.far.rest, weight * of.far.scale - 1);
    if (!in.flag_in || (!near && !far)) return;
    // limit - words >= 0, where the borrow is 0
    const Id most = near ? search.state(of.near, *near) : search.state(of.far, *far);
    std::vector<check::Product> products(of.words.least.begin(), of.words.least.end() - 1);
    products.push_back({1, {most}});
    Polynomial claim = builder.fact(most) + of.near.polynomial;
    claim.add({word}, -weight);
    const Id none =
        builder.round(builder.bound(claim, products, {{no_borrow, mpz_class(-of.words.weight)}}), weight);
    const Polynomial below = Polynomial(mpz_class(-1)) * Polynomial::of(word);
    const Id zero = builder.both(*search.ranges.at(word).least, search.weaken(none, below));
    search.define(word, zero, 2 * top + 1);
    // word = x - y - flag + base·borrow
    const Id equation = builder.given({check::Given::Of::instruction, top, 0});
    const Polynomial flag = builder.fact(equation) - builder.fact(zero) -
                            Polynomial(mpz_class(-search.base)) * builder.fact(no_borrow);
    search.define(
        builder.meaning.flag(in.flag_in->id),
        builder.sum(flag, {{equation, mpz_class(1)}, {zero, mpz_class(-1)}, {no_borrow, search.base}}),
        2 * top);
}

// With a borrow, a carry on top of the number that is subtracted from is 0: the borrow below it is carry + borrow.
void drop_carry_above(Search& search, const Search::Mask& mask, Variable borrow, Id is_one) {
    Builder& builder = search.builder;
    std::vector<size_t> links = chain(search.program, *mask.instruction);
    if (links.size() > 1) links.erase(links.begin(), links.end() - 2);
    for (size_t top : links) {
        const ir::Instruction& in = search.program.body[top];
        if (!in.flag_in || !in.src[0].is_word) continue;
        const Variable below = builder.meaning.flag(in.flag_in->id);
        const Polynomial carry = Polynomial::of(builder.meaning.word(in.src[0].value));
        const Definition* known = search.definitions.find(below);
        if (!known || builder.fact(known->zero) != carry + Polynomial::of(borrow) - Polynomial::of(below))
            continue;
        // -carry = (1 - below) - (carry + borrow - below) + (borrow - 1)
        const Id none = builder.bound(minus_one * carry, {{1, {*search.ranges.at(below).most}}},
                                      {{known->zero, minus_one}, {is_one, one}});
        const Replaced carries = search.replace(carry);
        const auto& terms = carries.rest.terms();
        const auto is_bit = [&](const auto& term) {
            return term.first.size() == 1 && term.second == 1 && search.is_bit(term.first[0]);
        };
        if (carries.scale != 1 || !std::ranges::all_of(terms, is_bit)) continue;
        for (const auto& [bit, weight] : terms) {
            // -bit = -carry + the other bits
            std::vector<check::Product> products{{1, {none}}};
            for (const auto& [other, coefficient] : terms) {
                if (other != bit) products.push_back({1, {*search.ranges.at(other[0]).least}});
            }
            const Id most = builder.bound(minus_one * Polynomial::of(bit[0]), products, carries.zeros);
            search.define(bit[0], builder.both(*search.ranges.at(bit[0]).least, most), last_rank);
        }
    }
}

// If x | y is 0, so are x and y.
void clear_sources(Search& search) {
    Builder& builder = search.builder;
    for (size_t i = search.program.body.size(); i-- > 0;) {
        const ir::Instruction& in = search.program.body[i];
        const Definition* known = search.definitions.find(builder.meaning.word(in.dst.id));
        if (in.op != ir::Opcode::bit_or || !known ||
            builder.fact(known->zero) != Polynomial::of(builder.meaning.word(in.dst.id)))
            continue;
        const Id is_zero = known->zero, equation = builder.given({check::Given::Of::instruction, i, 0});
        for (size_t k : {0, 1}) {
            if (!in.src[k].is_word) continue;
            // either = x + y - both, and both <= y
            const Variable x = builder.meaning.word(in.src[k].value);
            const auto& facts = builder.meaning.instructions()[i];
            for (size_t which = 2; which < 4 && which < facts.size(); ++which) {
                const Polynomial claim =
                    facts[which].polynomial + builder.fact(equation) - builder.fact(is_zero);
                if (claim != Polynomial(mpz_class(-1)) * Polynomial::of(x)) continue;
                const Id most =
                    builder.bound(claim, {{1, {builder.given({check::Given::Of::instruction, i, which})}}},
                                  {{equation, mpz_class(1)}, {is_zero, mpz_class(-1)}});
                search.limit(x, most, 0);
                search.define(x, builder.both(*search.ranges.at(x).least, most), last_rank);
                break;
            }
        }
    }
}

// Whether the carry of instruction i leaves its sum: it is dropped, or a word of its own.
bool ends_sum(const ir::Program& program, size_t i) {
    const ir::Instruction& in = program.body[i];
    if (ir::flag_kind(in.op) != ir::FlagKind::carry) return false;
    return !in.flag_out || std::ranges::any_of(program.body, [&](const ir::Instruction& next) {
        return next.flag_in == in.flag_out && next.src[0].is_zero() && next.src[1].is_zero();
    });
}

// The values that have no definition, of which the polynomials are made.
std::set<Variable> values_of(const Search& search, std::initializer_list<const Polynomial*> polynomials) {
    std::set<Variable> result;
    for (const Polynomial* polynomial : polynomials) {
        const Replaced replaced = search.replace(*polynomial);
        for (const auto& [monomial, coefficient] : replaced.rest.terms())
            result.insert(monomial.begin(), monomial.end());
    }
    return result;
}

// words - weight·bit is a difference, which is below 0 for the bit 1, else not.
void learn_comparison(Search& search, const Compared& of, Id known, bool value) {
    Builder& builder = search.builder;
    for (const Replaced* difference : {&of.far, &of.near}) {
        const mpz_class& scale = difference->scale;
        const int sign = value ? 1 : -1;
        std::vector<Multiple> zeros = times(difference->zeros, sign);
        zeros.push_back({known, mpz_class(sign * scale * of.words.weight)});
        const Polynomial claim = value ? Polynomial(mpz_class(-scale)) - difference->rest : difference->rest;
        std::vector<check::Product> products = value ? of.words.gaps : of.words.least;
        for (check::Product& product : products) product.scale *= scale;
        search.learn_limit(builder.bound(claim, products, zeros));
    }
    // below 0, but not so far that the words are 0
    const auto least =
        value ? search.at_least(of.near.rest, 1 - of.words.weight * of.near.scale) : std::nullopt;
    if (!least) return;
    const Id above = search.state(of.near, *least);
    const Polynomial weighted = Polynomial(of.words.weight) * builder.fact(known);
    search.learn_limit(
        builder.bound(builder.fact(above) + weighted, {{1, {above}}}, {{known, of.words.weight}}));
}

// Learns the limits that name the bit, for its value.
void learn_instances(Search& search, Variable bit, Id known) {
    Builder& builder = search.builder;
    for (Id limit : std::vector(search.numbers)) {
        const auto& terms = builder.fact(limit).terms();
        const auto found = terms.find({bit});
        if (found == terms.end()) continue;
        const mpz_class factor = -found->second / builder.fact(known).terms().at({bit});
        search.learn_limit(builder.bound(builder.fact(limit) + Polynomial(factor) * builder.fact(known),
                                         {{1, {limit}}}, {{known, factor}}));
    }
}

// Masks may have other names for a bit that is known. Claims use them.
void define_names(Search& search) {
    for (const auto& [word, mask] : search.masks) {
        Replaced name = search.replace(mask.bit);
        const auto& terms = mask.bit.terms();
        if (terms.size() != 1 || terms.begin()->first.size() != 1 || name.scale != 1 ||
            !name.rest.is_constant())
            continue;
        const Variable bit = terms.begin()->first[0];
        search.define(bit, search.builder.sum(mask.bit - name.rest, std::move(name.zeros)), last_rank);
    }
}

// In a case: the bit has its value, the numbers compare as it says, and carries that the goal needs may follow.
void assume(Search& search, const Compared& of, const Search::Mask& mask, const Fact& goal, Variable bit,
            bool value, Id assumption) {
    Builder& builder = search.builder;
    const Range& range = search.ranges.at(bit);
    const Id known = value ? builder.both(assumption, *range.most) : builder.both(*range.least, assumption);
    learn_comparison(search, of, known, value);
    learn_instances(search, bit, known);
    clear_sources(search);
    search.define(bit, known, last_rank);
    define_names(search);
    if (value) learn_odd(search, bit, known);
    if (mask.instruction && value) drop_carry_above(search, mask, bit, known);
    if (mask.instruction && !search.signs.contains(bit) && !value) drop_top(search, of, mask, known);
    const std::set<Variable> needed = values_of(search, {&goal.polynomial, &of.far.rest});
    for (size_t i = 0; i < search.program.body.size(); ++i) {
        const auto carry = carry_of(search, i);
        if (carry && needed.contains(*carry) && ends_sum(search.program, i) && !drop_carry(search, i, *carry))
            raise_carry(search, i, *carry);
    }
}

// The goal in both cases of the mask, in each perhaps by cases on an earlier one.
std::optional<Id> by_mask(Search& search, const Fact& goal, const Search::Mask& mask, size_t before,
                          int depth) {
    Builder& builder = search.builder;
    const Polynomial bit = search.replace(mask.bit).rest;
    if (bit.terms().size() != 1 || bit.terms().begin()->first.size() != 1) return std::nullopt;
    const Variable variable = bit.terms().begin()->first[0];
    if (!search.is_bit(variable) || (!mask.instruction && !search.signs.contains(variable)))
        return std::nullopt;
    if (!search.leads_to(goal.polynomial, variable, rank_of(search, mask, variable))) return std::nullopt;
    search.spend(search.ranges.size());
    const Compared of = compared(search, mask, variable);
    const auto definitions = search.definitions;
    const auto numbers = search.numbers;
    const auto ranges = search.ranges;
    const auto odd = search.odd;
    const auto restore = [&] {
        search.odd = odd;
        search.definitions = definitions;
        search.numbers = numbers;
        search.ranges = ranges;
    };
    const auto side = [&](bool value) {
        return [&, value](Id assumption) {
            assume(search, of, mask, goal, variable, value, assumption);
            bool is_shown = directly(search, goal, before).has_value();
            for (auto other = search.masks.begin(); other != search.masks.end() && depth > 1 && !is_shown;
                 ++other)
                is_shown = other->second.instruction < mask.instruction &&
                           by_mask(search, goal, other->second, before, depth - 1);
            restore();
            if (!is_shown) throw NotShown();
        };
    };
    const Builder::Mark mark = builder.mark();
    try {
        return builder.cases(bit - Polynomial(mpz_class(1)), goal, side(true), side(false));
    } catch (const NotShown&) {
        builder.back_to(mark);
        return std::nullopt;
    }
}

}  // namespace

std::optional<Id> by_masks(Search& search, const Fact& goal, size_t before, int most_depth) {
    std::optional<Id> shown;
    for (int depth = 1; depth <= most_depth; ++depth) {
        for (auto mask = search.masks.rbegin(); mask != search.masks.rend() && !shown; ++mask)
            shown = by_mask(search, goal, mask->second, before, depth);
    }
    return shown;
}

bool reach(Search& search, const Fact& goal) {
    const size_t end = search.program.body.size();
    std::optional<Id> shown = by_masks(search, goal, end, 2);
    if (!shown) shown = directly(search, goal, end);
    if (!shown && goal.kind == Fact::Kind::zero) shown = zero_of_whole_numbers(search, goal.polynomial, end);
    constexpr size_t few = 8;
    if (!shown && search.masks.size() <= few) shown = by_masks(search, goal, end, 3);
    if (shown && goal.kind == Fact::Kind::nonnegative) search.numbers.push_back(*shown);
    return shown.has_value();
}

}  // namespace limbsmith::derive
