#include "derive/bits/lengths.hpp"

#include <algorithm>

#include "derive/search/factors.hpp"
#include "derive/shifts/word_shifts.hpp"
#include "derive/sums/carries.hpp"
#include "derive/sums/zero_tests.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Product;
using ir::Opcode;
using ir::Operand;

// number - power·top - low = 0, low >= 0, power - 1 - low >= 0; power = 2^(exponent word or constant).
// slope: bits·top - exponent >= 0. So the exponent is 0 where the top is.
struct Position {
    Operand top, exponent;
    Polynomial number;
    Variable power, low;
    Id zero, least, most, positive, slope, exponent_most;
    mpz_class exponent_limit;
};

class Length {
  public:
    Length(Search& search, const std::vector<Operand>& words)
        : search_(search),
          builder_(search.builder),
          body_(search.program.body),
          words_(words),
          bits_(word_bits(search) * mpz_class(words.size())) {}

    bool resolve() {
        start();
        for (size_t i = 1; i < words_.size(); ++i) {
            if (!choose(i)) return false;
        }
        for (mpz_class bits = word_bits(search_) / 2; bits > 0; bits /= 2) {
            if (!halve(bits)) return false;
        }
        return end();
    }

  private:
    Polynomial value(Operand word) const {
        return word.is_word ? Polynomial::of(builder_.meaning.word(word.value))
                            : Polynomial(mpz_class(word.value));
    }
    Polynomial value(Variable variable) const { return Polynomial::of(variable); }
    const Range& range(Operand word) const { return search_.ranges.at(builder_.meaning.word(word.value)); }
    Id equation(size_t i) const { return builder_.given({Given::Of::instruction, i, 0}); }
    Id power_least() const { return builder_.bound(value(at_.power), {{1, {at_.positive}}, {1, {}}}, {}); }

    template <class Is>
    std::optional<size_t> find(const Is& is) const {
        const auto found = std::ranges::find_if(body_, is);
        return found == body_.end() ? std::nullopt
                                    : std::optional(static_cast<size_t>(found - body_.begin()));
    }

    // The number of the lowest word.
    void start() {
        at_.top = words_[0], at_.exponent = Operand(0u);
        at_.number = value(at_.top);
        const Id none = builder_.bound({}, {}, {});
        const auto [power, positive] = builder_.power(none);
        const Id is_one = builder_.powers({power}, {}, 0, {});
        const auto [low, named] = builder_.name({});
        at_.power = power, at_.positive = positive, at_.low = low;
        at_.zero = builder_.sum(at_.number - value(power) * at_.number - value(low),
                                {{is_one, minus_one * at_.number}, {named, one}});
        at_.least = builder_.bound(value(low), {}, {{named, minus_one}});
        at_.most = builder_.bound(value(power) - one - value(low), {}, {{is_one, one}, {named, one}});
        at_.slope = builder_.bound(Polynomial(bits_) * at_.number, {{bits_, {*range(at_.top).least}}}, {});
        at_.exponent_most = none, at_.exponent_limit = 0;
    }

    // With a further word x above: top' = z ? top : x, where z = [x = 0].
    bool choose(size_t i) {
        const Operand word = words_[i];
        const auto at = find([&](const ir::Instruction& in) {
            return in.op == Opcode::select && in.src[1] == at_.top && in.src[2] == word;
        });
        const Operand place(static_cast<uint32_t>(mpz_class(word_bits(search_) * mpz_class(i)).get_ui()));
        const auto exponent_at = !at ? at : find([&](const ir::Instruction& in) {
            return in.op == Opcode::select && in.src[0] == body_[*at].src[0] && in.src[1] == at_.exponent &&
                   in.src[2] == place;
        });
        if (!exponent_at) return false;
        const auto mask = search_.masks.find(builder_.meaning.word(body_[*at].src[0].value));
        if (mask == search_.masks.end()) return false;
        const Polynomial z = mask->second.bit, x = value(word), top = value(at_.top), p = value(at_.power);
        const auto test = zero_test(search_, body_[*at].src[0], *at);
        const auto is_top = chosen(*at, z * top + (one - z) * x);
        const auto is_exponent = chosen(*exponent_at, z * value(at_.exponent) + (one - z) * value(place));
        if (!test || test->x != word || !is_top || !is_exponent) return false;
        const Id least = mask->second.least, most = mask->second.most;
        const Id square = square_of_bit(builder_, z, least, most);
        const Id nowhere = test->nowhere, somewhere = test->somewhere;
        const mpz_class& base = search_.base;
        // the power
        Position next = at_;
        next.top = Operand(body_[*at].dst), next.exponent = Operand(body_[*exponent_at].dst);
        const auto weight = mpz_class(mpz_class(1) << place.value);
        const auto [power, positive] = builder_.power(*range(next.exponent).least);
        next.power = power, next.positive = positive;
        const Polynomial chosen_power = z * p + (one - z) * Polynomial(weight);
        const Polynomial gap = value(at_.exponent) - value(place);
        const Id is_power = builder_.cases(
            z - one, {Fact::Kind::zero, value(power) - chosen_power},
            [&](Id assumption) {
                const Id is_one = builder_.both(assumption, most);
                const Id same =
                    builder_.powers({power}, {at_.power}, 0, {{*is_exponent, one}, {is_one, gap}});
                builder_.sum(value(power) - chosen_power, {{same, one}, {is_one, Polynomial(weight) - p}});
            },
            [&](Id assumption) {
                const Id is_zero = builder_.both(least, assumption);
                const Id same =
                    builder_.powers({power}, {}, place.value, {{*is_exponent, one}, {is_zero, gap}});
                builder_.sum(value(power) - chosen_power, {{same, one}, {is_zero, Polynomial(weight) - p}});
            });
        // the number
        const auto [low, named] = builder_.name(z * value(at_.low) + (one - z) * at_.number);
        next.low = low;
        next.number = at_.number + Polynomial(weight) * x;
        next.zero = builder_.sum(next.number - value(power) * value(next.top) - value(low),
                                 {{at_.zero, z},
                                  {nowhere, weight},
                                  {is_power, minus_one * value(next.top)},
                                  {*is_top, minus_one * chosen_power},
                                  {square, minus_one * (p - Polynomial(weight)) * (top - x)},
                                  {named, one}});
        std::vector<Product> from_0{{1, {least, at_.least}}}, to_power{{1, {least, at_.most}}};
        mpz_class unit = 1;
        for (size_t k = 0; k < i; ++k, unit *= base) {
            from_0.push_back({unit, {most, *range(words_[k]).least}});
            to_power.push_back({unit, {most, *range(words_[k]).most}});
            to_power.push_back({unit * (base - 1 - range(words_[k]).limit), {most}});
        }
        next.least = builder_.bound(value(low), from_0, {{named, minus_one}});
        next.most =
            builder_.bound(value(power) - one - value(low), to_power, {{is_power, one}, {named, one}});
        // the slope: (1 - z)·(x - 1) = (1 - z)·(x - 1 + z) + z² - z
        next.slope = builder_.bound(
            Polynomial(bits_) * value(next.top) - value(next.exponent),
            {{1, {least, at_.slope}}, {bits_, {most, somewhere}}, {bits_ - place.value, {most}}},
            {{*is_top, bits_}, {*is_exponent, minus_one}, {square, bits_}});
        next.exponent_limit = place.value;
        next.exponent_most =
            builder_.bound(value(place) - value(next.exponent),
                           {{1, {least, at_.exponent_most}}, {place.value - at_.exponent_limit, {least}}},
                           {{*is_exponent, minus_one}});
        at_ = next;
        return true;
    }

    // The zero (word of instruction i) - sum, if it selects this sum.
    std::optional<Id> chosen(size_t i, const Polynomial& sum) {
        Replaced replaced(value(Operand(body_[i].dst)));
        search_.replace(replaced, 2 * i);
        if (replaced.scale != 1 || replaced.rest != sum) return std::nullopt;
        return builder_.sum(replaced.polynomial - sum, replaced.zeros);
    }

    // top' = top >> (bits if top >= 2^bits, else 0)
    bool halve(const mpz_class& bits) {
        const auto at = find([&](const ir::Instruction& in) {
            return in.op == Opcode::shr && in.src[0] == at_.top && in.src[1].is_word;
        });
        if (!at) return false;
        const Operand amount_word = body_[*at].src[1];
        const auto added = find([&](const ir::Instruction& in) {
            return in.op == Opcode::add && in.src[0] == at_.exponent && in.src[1] == amount_word;
        });
        const mpz_class size = mpz_class(1) << bits.get_ui();
        const auto test = find([&](const ir::Instruction& in) {
            return in.op == Opcode::sub && in.src[0] == at_.top && !in.flag_in && in.flag_out &&
                   in.src[1] == Operand(static_cast<uint32_t>(size.get_ui()));
        });
        if (!added || !test) return false;
        const Search::Amount amount = search_.amounts.at(builder_.meaning.word(amount_word.value));
        const Variable flag = builder_.meaning.flag(body_[*test].flag_out->id);
        const Range borrow = search_.ranges.at(flag);
        const size_t end = body_.size();
        // the amount is bits·(1 - borrow), and below word_bits
        const Polynomial rest = value(amount.rest), f = value(flag);
        const auto is_rest = search_.zero(rest - Polynomial(bits) * (one - f), end);
        const auto is_sum = search_.zero(value(Operand(body_[*added].dst)) - value(at_.exponent) - rest, end);
        const auto fits = search_.zero(value(amount.fits) - one, end);
        if (!is_rest || !is_sum || !fits) return false;
        const auto& facts = builder_.meaning.instructions()[*at];
        const size_t place =
            facts.size() - 7;  // high and low with their ranges, the zero, the range of the word
        const auto given = [&](size_t which) {
            return builder_.given({Given::Of::instruction, *at, place + which});
        };
        const Polynomial high = facts[place].polynomial, low = facts[place + 2].polynomial;
        const Polynomial top = value(at_.top), p = value(amount.power);
        const Operand next_top(body_[*at].dst), next_exponent(body_[*added].dst);
        const Id is_high = builder_.sum(value(next_top) - high, {{equation(*at), one}, {*fits, high}});
        // top = p·top' + low
        const Id parts =
            builder_.sum(top - p * value(next_top) - low, {{given(4), one}, {is_high, minus_one * p}});

        Position next = at_;
        next.top = next_top, next.exponent = next_exponent;
        const auto [power, positive] = builder_.power(*range(next_exponent).least);
        next.power = power, next.positive = positive;
        const Id is_power = builder_.powers({power}, {at_.power, amount.power}, 0, {{*is_sum, one}});
        const Polynomial old = value(at_.power);
        const auto [out, named] = builder_.name(old * low + value(at_.low));
        next.low = out;
        next.zero = builder_.sum(
            at_.number - value(power) * value(next_top) - value(out),
            {{at_.zero, one}, {parts, old}, {is_power, minus_one * value(next_top)}, {named, one}});
        const Id old_least = power_least();
        next.least =
            builder_.bound(value(out), {{1, {old_least, given(2)}}, {1, {at_.least}}}, {{named, minus_one}});
        next.most =
            builder_.bound(value(power) - one - value(out), {{1, {old_least, given(3)}}, {1, {at_.most}}},
                           {{is_power, one}, {named, one}});
        next.exponent_limit = at_.exponent_limit + bits;
        next.exponent_most = builder_.bound(Polynomial(next.exponent_limit) - value(next_exponent),
                                            {{1, {at_.exponent_most}}, {bits, {*borrow.least}}},
                                            {{*is_sum, minus_one}, {*is_rest, minus_one}});
        by_borrow(next, bits, {amount, flag, *test, *is_rest, *is_sum, parts, given(2), given(3)});
        at_ = next;
        return true;
    }

    struct Halved {
        const Search::Amount& amount;
        Variable flag;
        size_t test;
        Id is_rest, is_sum, parts, low_least, low_most;
    };

    // The slope, and top' <= 2^bits - 1: with a borrow top is below 2^bits and stays; without, it is not, and top' is not 0.
    void by_borrow(Position& next, const mpz_class& bits, const Halved& of) {
        const Range borrow = search_.ranges.at(of.flag);
        const mpz_class size = mpz_class(1) << bits.get_ui(), base = search_.base;
        const Polynomial top = value(at_.top), next_top = value(next.top), p = value(of.amount.power);
        const Polynomial slope = Polynomial(bits_) * next_top - value(next.exponent);
        const Operand difference(body_[of.test].dst);
        const Polynomial f = value(of.flag), limit = mpz_class(size - 1);
        // With a borrow: p = 1, rest = 0, so low = 0 and top' = top.
        struct Stays {
            Id same, is_one;
        };
        const auto stays = [&](Id assumption) {
            const Id is_one = builder_.both(assumption, *borrow.most);
            const Id power =
                builder_.powers({of.amount.power}, {}, 0, {{of.is_rest, one}, {is_one, mpz_class(-bits)}});
            const Polynomial low = builder_.fact(of.low_least);
            const Id none = builder_.both(
                of.low_least, builder_.bound(minus_one * low, {{1, {of.low_most}}}, {{power, minus_one}}));
            return Stays{builder_.sum(top - next_top, {{of.parts, one}, {power, next_top}, {none, one}}),
                         is_one};
        };
        // Without: p = size, and size·top' + low = top.
        struct Moves {
            Id power, is_zero;
        };
        const auto moves = [&](Id assumption) {
            const Id is_zero = builder_.both(*borrow.least, assumption);
            return Moves{builder_.powers({of.amount.power}, {}, bits.get_si(),
                                         {{of.is_rest, one}, {is_zero, mpz_class(-bits)}}),
                         is_zero};
        };
        next.slope = builder_.cases(
            f - one, {Fact::Kind::nonnegative, slope},
            [&](Id assumption) {
                const auto [same, is_one] = stays(assumption);
                builder_.bound(slope, {{1, {at_.slope}}},
                               {{same, mpz_class(-bits_)},
                                {of.is_sum, minus_one},
                                {of.is_rest, minus_one},
                                {is_one, bits}});
            },
            [&](Id assumption) {
                const auto [power, is_zero] = moves(assumption);
                // size·top' = top - low >= size - (size - 1)
                const Id some =
                    builder_.round(builder_.bound(Polynomial(size) * next_top - one,
                                                  {{1, {*range(difference).least}}, {1, {of.low_most}}},
                                                  {{equation(of.test), minus_one},
                                                   {is_zero, mpz_class(-base)},
                                                   {of.parts, minus_one},
                                                   {power, minus_one - next_top}}),
                                   size);
                builder_.bound(
                    slope, {{bits_, {some}}, {1, {next.exponent_most}}, {bits_ - next.exponent_limit, {}}},
                    {});
            });
        const Id most = builder_.cases(
            f - one, {Fact::Kind::nonnegative, limit - next_top},
            [&](Id assumption) {
                const auto [same, is_one] = stays(assumption);
                builder_.bound(limit - next_top,
                               {{1, {*range(difference).most}}, {base - 1 - range(difference).limit, {}}},
                               {{equation(of.test), one}, {is_one, base}, {same, one}});
            },
            [&](Id assumption) {
                const auto [power, is_zero] = moves(assumption);
                // size·top' <= top
                const Range of_top = range(at_.top);
                builder_.round(builder_.bound(Polynomial(of_top.limit) - Polynomial(size) * next_top,
                                              {{1, {*of_top.most}}, {1, {of.low_least}}},
                                              {{of.parts, one}, {power, next_top}}),
                               size);
            });
        search_.limit(builder_.meaning.word(next.top.value), most, size - 1);
    }

    // The output is the exponent and the top, which is 0 or 1.
    bool end() {
        const auto at = find([&](const ir::Instruction& in) {
            return in.op == Opcode::add && in.src[0] == at_.exponent && in.src[1] == at_.top;
        });
        if (!at || range(at_.top).limit != 1) return false;
        const Range top_range = range(at_.top);
        const Polynomial top = value(at_.top), result = value(Operand(body_[*at].dst)),
                         exponent = value(at_.exponent);
        search_.limit(builder_.meaning.word(at_.exponent.value), at_.exponent_most, at_.exponent_limit);
        drop_carry(search_, *at);
        const auto is_sum = search_.zero(result - exponent - top, *at + 1);
        const auto division = this->division(result);
        if (!is_sum || !division) return false;
        const auto& [power, quotient, rest, place] = *division;
        const Polynomial p = value(power), q = value(quotient), old = value(at_.power);
        const auto& facts = builder_.meaning.contract();
        const auto contract = [&](size_t which) { return builder_.given({Given::Of::contract, 0, which}); };
        // the number that is divided is 2·a + 1
        const Polynomial whole = mpz_class(2) * at_.number + one;
        const auto number = search_.zero(facts[place].polynomial + p * q + value(rest) - whole, body_.size());
        const auto positive = positive_of(power), is_positive = comparison(p - one);
        if (!number || !positive || !is_positive) return false;
        const Polynomial t = facts[*is_positive].polynomial;
        const Id set = builder_.both(
            builder_.bound(t - one,
                           {{1, {contract(*is_positive + 3)}}, {1, {contract(*is_positive + 1), *positive}}},
                           {}),
            contract(*is_positive + 1));
        const Polynomial gap = p - one - value(rest);
        const Id rest_least =
            builder_.bound(value(rest), {{1, {contract(place + 1)}}}, {{set, minus_one * value(rest)}});
        const Id rest_most = builder_.bound(gap, {{1, {contract(place + 2)}}}, {{set, minus_one * gap}});
        // whole - p >= 0 and 2·p - 1 - whole >= 0, in both cases of the top
        const auto show = [&](const Polynomial& goal, bool is_least) {
            return builder_.cases(
                top - one, {Fact::Kind::nonnegative, goal},
                [&](Id assumption) {
                    // p = 2·old: whole = 2·old + 2·low + 1
                    const Id is_one = builder_.both(assumption, *top_range.most);
                    const Id twice =
                        builder_.powers({power}, {at_.power}, 1, {{*is_sum, one}, {is_one, one}});
                    const mpz_class sign = is_least ? 1 : -1;
                    const mpz_class more = is_least ? 1 : 0;
                    builder_.bound(goal, {{2, {is_least ? at_.least : at_.most}}, {more, {}}},
                                   {{at_.zero, mpz_class(2 * sign)},
                                    {is_one, Polynomial(mpz_class(2 * sign)) * old},
                                    {twice, mpz_class(is_least ? -1 : 2)}});
                },
                [&](Id assumption) {
                    // the exponent is 0, p = 1 and the number is 0
                    const Id is_zero = builder_.both(*top_range.least, assumption);
                    const Id most = builder_.bound(minus_one * exponent, {{1, {at_.slope}}},
                                                   {{is_zero, mpz_class(-bits_)}});
                    const Id none = builder_.both(*range(at_.exponent).least, most);
                    const Id is_one =
                        builder_.powers({power}, {}, 0, {{*is_sum, one}, {none, one}, {is_zero, one}});
                    const Id old_is_one = builder_.powers({at_.power}, {}, 0, {{none, one}});
                    if (is_least) {
                        builder_.bound(
                            goal, {{2, {at_.least}}},
                            {{at_.zero, mpz_class(2)}, {is_zero, mpz_class(2) * old}, {is_one, minus_one}});
                    } else {
                        builder_.bound(goal, {{2, {at_.most}}},
                                       {{at_.zero, mpz_class(-2)},
                                        {is_zero, mpz_class(-2) * old},
                                        {is_one, mpz_class(2)},
                                        {old_is_one, mpz_class(-2)}});
                    }
                });
        };
        const Id least = show(whole - p, true), most = show(mpz_class(2) * p - one - whole, false);
        // p·(q - 1) = whole - p - rest
        const Polynomial x = q - one;
        const Id above = builder_.bound(p * x + p - one, {{1, {least}}, {1, {rest_most}}},
                                        {{contract(place), minus_one}, {*number, one}});
        const Id below = builder_.bound(p - one - p * x, {{1, {most}}, {1, {rest_least}}},
                                        {{contract(place), one}, {*number, minus_one}});
        search_.define(quotient, zero_factor(builder_, x, *positive, above, below),
                       2 * (body_.size() + place));
        return true;
    }

    struct Division {
        Variable power, quotient, rest;
        size_t place;
    };

    // The division by 2^result in the contract.
    std::optional<Division> division(const Polynomial& result) const {
        const auto& powers = builder_.meaning.variables().powers();
        const auto power = std::ranges::find_if(powers, [&](const auto& of) { return of.second == result; });
        if (power == powers.end()) return std::nullopt;
        const auto& facts = builder_.meaning.contract();
        for (size_t k = 0; k < facts.size(); ++k) {
            if (facts[k].kind != Fact::Kind::zero) continue;
            Division found{power->first, 0, 0, k};
            for (const auto& [monomial, coefficient] : facts[k].polynomial.terms()) {
                if (coefficient != -1 || monomial.empty()) continue;
                if (monomial.size() == 2 && monomial[0] == found.power) found.quotient = monomial[1];
                if (monomial.size() == 1) found.rest = std::max<Variable>(found.rest, monomial[0]);
            }
            if (found.quotient != 0 && found.rest != 0) return found;
        }
        return std::nullopt;
    }
    std::optional<Id> positive_of(Variable power) const {
        const auto& facts = builder_.meaning.contract();
        for (size_t k = 0; k < facts.size(); ++k) {
            if (facts[k] == Fact{Fact::Kind::nonnegative, value(power) - one})
                return builder_.given({Given::Of::contract, 0, k});
        }
        return std::nullopt;
    }
    // The place of t = [0 < p], whose third fact is t·(p - 1).
    std::optional<size_t> comparison(const Polynomial& other) const {
        const auto& facts = builder_.meaning.contract();
        for (size_t k = 0; k + 3 < facts.size(); ++k) {
            const auto bit = nonnegative_value(facts[k]);
            if (bit && facts[k + 2].polynomial == Polynomial::of(*bit) * other) return k;
        }
        return std::nullopt;
    }

    Search& search_;
    Builder& builder_;
    const std::vector<ir::Instruction>& body_;
    const std::vector<Operand> words_;
    const mpz_class bits_;
    Position at_;
};

}  // namespace

void resolve_length(Search& search) {
    const ir::Program& program = search.program;
    if (program.inputs.size() != 1 || program.outputs.size() != 1 || program.outputs[0].words.size() != 1)
        return;
    // without a power of the output there is no length
    if (!program.outputs[0].words[0].is_word) return;
    const Polynomial result = Polynomial::of(search.builder.meaning.word(program.outputs[0].words[0].value));
    const auto& powers = search.builder.meaning.variables().powers();
    if (std::ranges::none_of(powers, [&](const auto& of) { return of.second == result; })) return;
    const auto& words = program.inputs[0].words;
    Length(search, {words.begin(), words.end()}).resolve();
}

}  // namespace limbsmith::derive
