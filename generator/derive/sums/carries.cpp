#include "derive/sums/carries.hpp"

#include <algorithm>
#include <iterator>

#include "derive/sums/fractions.hpp"
#include "derive/sums/sign_words.hpp"

namespace limbsmith::derive {

using check::Multiple;
using check::Product;

namespace {

std::vector<Product> with(std::vector<Product> products, Id fact) {
    products.push_back({1, {fact}});
    return products;
}

// A borrow that is always 1, or always 0: digit + borrow = 0, and the facts constant - digit >= 0 and digit + constant >= 0
// say more than that the digit is -1 or 0.
void settle(Search& search, Variable borrow, Id mask, Id most, Id least) {
    Builder& builder = search.builder;
    const bool is_one = builder.fact(most).constant() < 0;
    if (!is_one && builder.fact(least).constant() > 0) return;
    const Replaced bit = search.replace(Polynomial::of(borrow));
    if (bit.scale != 1 || bit.rest.terms().size() != 1 || bit.rest.terms().begin()->first.size() != 1) return;
    const Variable value = bit.rest.terms().begin()->first[0];
    if (bit.rest != Polynomial::of(value) || !search.is_bit(value)) return;
    const Range& range = search.ranges.at(value);
    // value - 1 = (-1 - digit) + (digit + borrow) - (borrow - value), -value = digit - (digit + borrow) + …
    const int sign = is_one ? 1 : -1;
    std::vector<Multiple> zeros = times(bit.zeros, -sign);
    zeros.push_back({mask, mpz_class(sign)});
    const Id end = builder.bound(is_one ? Polynomial::of(value) - one : minus_one * Polynomial::of(value),
                                 {{1, {is_one ? most : least}}}, std::move(zeros));
    search.define(value, is_one ? builder.both(end, *range.most) : builder.both(*range.least, end),
                  last_rank);
}

// The word of a sub chain's last instruction, without its borrow: digit = word - base·borrow. The chain's lower words
// and the digit make the difference of two numbers. If that lies above -2·weight and below weight, the digit is -1
// or 0, and the word is (base - 1)·borrow.
bool find_mask(Search& search, const std::vector<size_t>& links, Variable borrow) {
    Builder& builder = search.builder;
    const Variable word = builder.meaning.word(search.program.body[links.back()].dst.id);
    const ChainWords lower = words_of(search, std::span<const size_t>(links).first(links.size() - 1));
    const mpz_class& weight = lower.weight;
    Polynomial number = lower.number;
    number.add({word}, weight);
    Polynomial digit = Polynomial::of(word);
    digit.add({borrow}, -search.base);
    number.add({borrow}, -search.base * weight);
    if (search.builder.runs().refute(digit, 1, 0) || search.builder.runs().refute(digit, -1, -1))
        return false;
    return search.at_stops(number, links.back(), [&](const Replaced& sources) {
        const auto above = search.at_most(sources.rest, weight * sources.scale - 1);
        const auto below = search.at_least(sources.rest, 1 - (weight + 1) * sources.scale);
        if (!above || !below) return false;
        // weight·digit = number - lower words
        const Polynomial scaled = Polynomial(weight) * digit;
        const Id most = search.state(sources, *above), least = search.state(sources, *below);
        const mpz_class highest = (builder.fact(most) + number).constant();
        const mpz_class lowest = (number - builder.fact(least)).constant() - (weight - 1);
        const Id at_most =
            builder.round(builder.bound(Polynomial(highest) - scaled, with(lower.least, most), {}), weight);
        const Id at_least =
            builder.round(builder.bound(scaled - Polynomial(lowest), with(lower.gaps, least), {}), weight);
        const Id mask =
            mask_of_digit(search, word, search.base, borrow, search.weaken(at_most, minus_one * digit),
                          search.weaken(at_least, digit + one));
        // x - y - flag + borrow = 0: of 0 - bit the borrow is the bit, else the flag is the rest
        const Id equation = builder.given({check::Given::Of::instruction, links.back(), 0});
        const ir::Instruction& last = search.program.body[links.back()];
        const Polynomial difference = builder.fact(mask) - builder.fact(equation);
        const auto defined = last.src[0].is_zero() ? std::optional(borrow)
                             : last.flag_in        ? std::optional(builder.meaning.flag(last.flag_in->id))
                                                   : std::nullopt;
        if (defined)
            search.define(*defined,
                          builder.sum(difference, {{mask, mpz_class(1)}, {equation, mpz_class(-1)}}),
                          2 * links.back());
        search.define(word, mask, 2 * links.back() + 1);
        const Range& bit = search.ranges.at(borrow);
        search.masks[word] = {Polynomial::of(borrow), mask, *bit.least, *bit.most, links.back()};
        settle(search, borrow, mask, at_most, at_least);
        return true;
    });
}

// Sums modulo a weight: words = sum + weight·dropped, where several instructions drop carries and high words. If the sum
// is below the weight and not negative, all that they drop is 0, the carry of instruction i among it.
std::optional<Id> dropped_together(Search& search, const ChainWords& words, size_t i, Variable carry) {
    Builder& builder = search.builder;
    std::optional<Id> found;
    search.at_stops(words.number, i, [&](const Replaced& sources) {
        const mpz_class weight = words.weight * sources.scale;
        Polynomial dropped;
        // the sum keeps coefficients that are small modulo the weight
        for (const auto& [monomial, coefficient] : sources.rest.terms()) {
            mpz_class nearest;
            mpz_fdiv_q(nearest.get_mpz_t(), mpz_class(2 * coefficient + weight).get_mpz_t(),
                       mpz_class(2 * weight).get_mpz_t());
            dropped.add(monomial, nearest);
        }
        if (!dropped.terms().contains({carry}) || builder.runs().refute_zero(dropped)) return false;
        Replaced sum = sources;
        sum.polynomial = words.number - Polynomial(words.weight) * dropped;
        sum.rest = sources.rest - Polynomial(weight) * dropped;
        const auto most = search.at_most(sum.rest, weight - 1);
        const auto least = most ? search.at_least(sum.rest, 1 - sum.scale) : std::nullopt;
        if (!least) return false;
        // weight·dropped = words - sum
        const Id below =
            search.weaken(search.state(sum, *most), Polynomial(mpz_class(words.weight - 1)) - sum.polynomial);
        const Id above = search.weaken(search.state(sum, *least), sum.polynomial);
        const Polynomial scaled = Polynomial(words.weight) * dropped, rest = mpz_class(words.weight - 1);
        const Id nonnegative =
            builder.round(builder.bound(scaled + rest, with(words.least, below), {}), words.weight);
        const Id nonpositive =
            builder.round(builder.bound(rest - scaled, with(words.gaps, above), {}), words.weight);
        found = builder.both(nonnegative, nonpositive);
        return true;
    });
    return found;
}

}  // namespace

std::vector<size_t> chain(const ir::Program& program, size_t i) {
    std::vector<size_t> result{i};
    while (const auto flag = program.body[result.front()].flag_in) {
        size_t k = result.front();
        while (program.body[k].flag_out != flag) --k;
        result.insert(result.begin(), k);
    }
    return result;
}

void limit_products(Search& search, size_t i) {
    using ir::Opcode;
    const Opcode op = search.program.body[i].op;
    if (op != Opcode::mul_lo && op != Opcode::mul_hi && op != Opcode::mad_lo && op != Opcode::mad_hi) return;
    const auto& facts = search.builder.meaning.instructions()[i];
    for (size_t k = 1; k < facts.size(); ++k) {
        if (facts[k].kind != Fact::Kind::zero) continue;
        // factors - low - base·high = 0
        Polynomial factors;
        std::optional<Variable> low, high;
        for (const auto& [monomial, coefficient] : facts[k].polynomial.terms()) {
            if (coefficient > 0) factors.add(monomial, coefficient);
            if (coefficient == -1) low = monomial[0];
            if (coefficient == -search.base) high = monomial[0];
        }
        if (!low || !high || !search.ranges.at(*low).least) continue;
        const mpz_class wanted = search.ranges.at(*high).limit * search.base - 1;
        // limits on numbers say no more of a product of two words than the words' ranges do
        if (!search.is_in_range(factors, wanted)) continue;
        const auto most = search.at_most(factors, wanted);
        if (!most) continue;
        Polynomial claim = most->limit;
        claim.add({*high}, -search.base);
        Builder& builder = search.builder;
        const Id zero = builder.given({check::Given::Of::instruction, i, k});
        const Id most_of = search.state(Replaced(factors), *most);
        const Id limit =
            builder.round(builder.bound(claim, {{1, {most_of}}, {1, {*search.ranges.at(*low).least}}},
                                        {{zero, mpz_class(1)}}),
                          search.base);
        search.limit(*high, limit, most->limit / search.base);
        if (most->limit < search.base)
            search.define(*high, builder.both(*search.ranges.at(*high).least, limit), 2 * i);
    }
}

ChainWords words_of(const Search& search, std::span<const Variable> words) {
    ChainWords result;
    for (Variable word : words) {
        const Range& range = search.ranges.at(word);
        result.number.add({word}, result.weight);
        result.least.push_back({result.weight, {*range.least}});
        result.gaps.push_back({result.weight, {*range.most}});
        const mpz_class never = search.base - 1 - range.limit;  // values that the word does not have
        if (never > 0) result.gaps.push_back({result.weight * never, {}});
        result.weight *= search.base;
    }
    return result;
}

ChainWords words_of(const Search& search, std::span<const size_t> links) {
    std::vector<Variable> words;
    for (size_t link : links) words.push_back(search.builder.meaning.word(search.program.body[link].dst.id));
    return words_of(search, std::span<const Variable>(words));
}

std::optional<Variable> carry_of(const Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.flag_out) return search.builder.meaning.flag(in.flag_out->id);
    if (ir::flag_kind(in.op) == ir::FlagKind::none) return std::nullopt;
    const int sign = ir::flag_kind(in.op) == ir::FlagKind::carry ? 1 : -1;
    const Variable hidden = search.program.words + search.program.flags;
    for (const auto& [monomial, coefficient] :
         search.builder.meaning.instructions()[i][0].polynomial.terms()) {
        if (monomial.size() == 1 && coefficient == sign * search.base && monomial[0] >= hidden &&
            search.is_bit(monomial[0]))
            return monomial[0];
    }
    return std::nullopt;
}

bool raise_carry(Search& search, size_t i, Variable carry) {
    Builder& builder = search.builder;
    if (builder.runs().refute(Polynomial::of(carry), -1, 1)) return false;
    const std::vector<size_t> links = chain(search.program, i);
    const ChainWords words = words_of(search, links);
    const mpz_class& weight = words.weight;
    Polynomial number = words.number;
    number.add({carry}, weight);
    return search.at_stops(number, i, [&](const Replaced& sources) {
        const auto limited = search.at_least(sources.rest, (weight - 1) * sources.scale + 1);
        if (!limited) return false;
        // number - least >= 0, and weight·carry - (least - (weight - 1)) = (number - least) + (weight - 1 - words)
        const Id least = search.state(sources, *limited);
        const Polynomial claim = builder.fact(least) - words.number + Polynomial(mpz_class(weight - 1));
        const Id one = builder.round(builder.bound(claim, with(words.gaps, least), {}), weight);
        const Polynomial above = Polynomial::of(carry) - Polynomial(mpz_class(1));
        search.define(carry, builder.both(search.weaken(one, above), *search.ranges.at(carry).most), 2 * i);
        return true;
    });
}

bool drop_carry(Search& search, size_t i, Variable carry) {
    const ir::Program& program = search.program;
    const int sign = ir::flag_kind(program.body[i].op) == ir::FlagKind::carry ? 1 : -1;
    Builder& builder = search.builder;
    if (builder.runs().refute_zero(Polynomial::of(carry))) return false;
    const std::vector<size_t> links = chain(program, i);
    const ChainWords words = words_of(search, links);
    const mpz_class& weight = words.weight;
    Polynomial number = words.number;
    // number = words ± weight·carry. A carry: weight·carry <= number. A borrow: weight·carry = words - number.
    number.add({carry}, sign * weight);
    return search.at_stops(number, i, [&](const Replaced& sources) {
        const auto limited = sign > 0 ? search.at_most(sources.rest, weight * sources.scale - 1)
                                      : search.at_least(sources.rest, 1 - sources.scale);
        if (!limited) return false;
        // A carry: most - number >= 0. A borrow: number - least >= 0. The rest is limit - weight·carry.
        const Id end = search.state(sources, *limited);
        const Polynomial claim = sign > 0
                                     ? builder.fact(end) + words.number
                                     : builder.fact(end) + Polynomial(mpz_class(weight - 1)) - words.number;
        const Id none =
            builder.round(builder.bound(claim, with(sign > 0 ? words.least : words.gaps, end), {}), weight);
        const Polynomial below = Polynomial(mpz_class(-1)) * Polynomial::of(carry);
        search.define(carry, builder.both(*search.ranges.at(carry).least, search.weaken(none, below)), 2 * i);
        return true;
    });
}

namespace {

// A carry less a borrow, on top of a difference.
bool is_top_of_difference(const Search& search, const ir::Instruction& in) {
    return in.op == ir::Opcode::sub && in.flag_in && in.flag_out && in.src[0].is_word && !in.src[1].is_word &&
           search.ranges.at(search.builder.meaning.word(in.src[0].value)).limit <= 1;
}

// The mask 0 - 0 - flag, if it does not borrow: the flag is 0.
void clear_mask(Search& search, size_t i, Variable borrow) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != ir::Opcode::sub || !in.src[0].is_zero() || !in.src[1].is_zero() || !in.flag_in) return;
    Builder& builder = search.builder;
    const Variable word = builder.meaning.word(in.dst.id), flag = builder.meaning.flag(in.flag_in->id);
    const Range& bit = search.ranges.at(flag);
    // word + flag - base·borrow = 0
    const Id equation = builder.given({check::Given::Of::instruction, i, 0});
    const Id none = search.definitions.find(borrow)->zero;
    const Polynomial value = Polynomial::of(flag);
    const Id most = builder.bound(minus_one * value, {{1, {*search.ranges.at(word).least}}},
                                  {{equation, minus_one}, {none, mpz_class(-search.base)}});
    const Id clear = builder.both(*bit.least, most);
    const Id is_mask = builder.sum(Polynomial::of(word) - Polynomial(mpz_class(search.base - 1)) * value,
                                   {{equation, one}, {none, search.base}, {clear, mpz_class(-search.base)}});
    search.masks[word] = {value, is_mask, *bit.least, *bit.most, i};
    search.define(flag, clear, 2 * i);
}

// Whether instruction i drops its carry or borrow, and the chain before it determines it. For 0 - x it does not, if x is
// more than a bit.
bool drops_carry(const Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.flag_out || ir::flag_kind(in.op) == ir::FlagKind::none) return false;
    return in.op != ir::Opcode::sub || !in.src[0].is_zero() || !in.src[1].is_word || in.flag_in ||
           search.ranges.at(search.builder.meaning.word(in.src[1].value)).limit <= 1;
}

}  // namespace

void drop_carry(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (is_top_of_difference(search, in)) find_mask(search, chain(search.program, i), *carry_of(search, i));
    if (!drops_carry(search, i)) return;
    const auto carry = carry_of(search, i);
    if (!carry) return;
    if (drop_carry(search, i, *carry)) {
        clear_mask(search, i, *carry);
        return;
    }
    if (ir::flag_kind(in.op) == ir::FlagKind::borrow) find_mask(search, chain(search.program, i), *carry);
}

void drop_carries_together(Search& search, size_t i) {
    if (!drops_carry(search, i)) return;
    const auto carry = carry_of(search, i);
    const bool is_mask = search.masks.contains(search.builder.meaning.word(search.program.body[i].dst.id));
    if (!carry || is_mask || search.definitions.contains(*carry)) return;
    const ChainWords words = words_of(search, chain(search.program, i));
    const auto attempt = [&] { return dropped_together(search, words, i, *carry); };
    auto dropped = attempt();
    if (!dropped && !search.splits.empty()) dropped = by_fractions(search, words.number, i, attempt);
    if (dropped) search.define(*carry, *dropped, 2 * i);
}

}  // namespace limbsmith::derive
