#include "derive/cases.hpp"

#include <algorithm>
#include <limits>

#include "derive/carries.hpp"

namespace limbsmith::derive {
namespace {

using check::Multiple;

struct NotShown {};

std::optional<Id> directly(Search& search, const Fact& goal) {
    return goal.kind == Fact::Kind::zero ? search.zero(goal.polynomial, search.program.body.size())
                                         : search.nonnegative(goal.polynomial);
}

// scale·(words - weight·borrow) = difference, of the chain of a mask.
struct Compared {
    Replaced difference;
    ChainWords words;
};

Compared compared(const Search& search, const Search::Mask& mask, Variable borrow) {
    std::vector<size_t> links = chain(search.program, mask.instruction);
    links.pop_back();  // its digit is -borrow
    ChainWords words = words_of(search, links);
    Polynomial number = words.number;
    number.add({borrow}, -words.weight);
    return {search.replace(number), std::move(words)};
}

// Without a borrow, and if the difference is below the weight of the highest word x - y - borrow_in, that word is 0: then
// borrow_in is x - y.
void drop_top(Search& search, const Compared& of, const Search::Mask& mask, Id no_borrow) {
    const std::vector<size_t> links = chain(search.program, mask.instruction);
    if (links.size() < 3) return;
    const size_t top = links[links.size() - 2];
    const ir::Instruction& in = search.program.body[top];
    Builder& builder = search.builder;
    const Variable word = builder.meaning.word(in.dst.id);
    const mpz_class weight = of.words.weight / search.base;
    const auto limited = search.at_most(of.difference.rest, weight * of.difference.scale - 1);
    if (!in.flag_in || !limited) return;
    // limit - words >= 0, where the borrow is 0
    const Id most = search.state(of.difference, *limited);
    std::vector<check::Product> products(of.words.least.begin(), of.words.least.end() - 1);
    products.push_back({1, {most}});
    Polynomial claim = builder.fact(most) + of.difference.polynomial;
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

// Whether the carry of instruction i leaves its sum: it is dropped, or a word of its own.
bool ends_sum(const ir::Program& program, size_t i) {
    const ir::Instruction& in = program.body[i];
    if (ir::flag_kind(in.op) != ir::FlagKind::carry) return false;
    return !in.flag_out || std::ranges::any_of(program.body, [&](const ir::Instruction& next) {
        return next.flag_in == in.flag_out && next.src[0].is_zero() && next.src[1].is_zero();
    });
}

// In a case: the bit has its value, and the numbers compare as it says.
void assume(Search& search, const Compared& of, const Search::Mask& mask, Variable bit, bool value,
            Id assumption) {
    Builder& builder = search.builder;
    const Range& range = search.ranges.at(bit);
    const Id known = value ? builder.both(assumption, *range.most) : builder.both(*range.least, assumption);
    // words - weight <= -1, or words >= 0
    const mpz_class& scale = of.difference.scale;
    const int sign = value ? 1 : -1;
    std::vector<Multiple> zeros = times(of.difference.zeros, sign);
    zeros.push_back({known, mpz_class(sign * scale * of.words.weight)});
    const Polynomial claim = value ? Polynomial(mpz_class(-scale)) - of.difference.rest : of.difference.rest;
    std::vector<check::Product> products = value ? of.words.gaps : of.words.least;
    for (check::Product& product : products) product.scale *= scale;
    search.numbers.push_back(builder.bound(claim, products, zeros));
    search.define(bit, known, std::numeric_limits<size_t>::max());
    if (!value) drop_top(search, of, mask, known);
    for (size_t i = 0; i < search.program.body.size(); ++i) {
        if (!ends_sum(search.program, i)) continue;
        const auto carry = carry_of(search, i);
        if (carry && !search.definitions.contains(*carry) && !drop_carry(search, i, *carry))
            raise_carry(search, i, *carry);
    }
}

std::optional<Id> by_mask(Search& search, const Fact& goal, const Search::Mask& mask) {
    Builder& builder = search.builder;
    const Polynomial bit = search.replace(Polynomial::of(mask.bit)).rest;
    if (bit.terms().size() != 1 || bit.terms().begin()->first.size() != 1) return std::nullopt;
    const Variable variable = bit.terms().begin()->first[0];
    const Compared of = compared(search, mask, variable);
    const auto definitions = search.definitions;
    const auto numbers = search.numbers;
    const auto restore = [&] { search.definitions = definitions, search.numbers = numbers; };
    const auto side = [&](bool value) {
        return [&, value](Id assumption) {
            assume(search, of, mask, variable, value, assumption);
            const bool is_shown = directly(search, goal).has_value();
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

bool reach(Search& search, const Fact& goal) {
    std::optional<Id> shown;
    for (auto mask = search.masks.rbegin(); mask != search.masks.rend() && !shown; ++mask)
        shown = by_mask(search, goal, mask->second);
    if (!shown) shown = directly(search, goal);
    if (shown && goal.kind == Fact::Kind::nonnegative) search.numbers.push_back(*shown);
    return shown.has_value();
}

}  // namespace limbsmith::derive
