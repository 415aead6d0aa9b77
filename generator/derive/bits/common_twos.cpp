#include "derive/bits/common_twos.hpp"

#include <algorithm>

#include "derive/bits/lowest_place.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {
namespace {

using check::Multiple;
using check::Product;
using ir::Opcode;
using ir::Operand;

mpz_class two_to(size_t k) { return mpz_class(1) << k; }

class CommonTwos {
  public:
    CommonTwos(Builder& builder, const ir::Program& program, unsigned word_bits)
        : builder_(builder),
          bits_(word_bits),
          base_(two_to(word_bits)),
          x_(lowest_bit(builder, program, word_bits)),
          all_(mpz_class(x_.places.size())),
          place_(lowest_place(builder, program, word_bits, x_)),
          r_(place_.r) {}

    void show() {
        read_contract();
        show_word(0, start_);
    }

  private:
    Id contract(size_t which) { return builder_.contract(which); }
    Polynomial value(const Operand& word) const { return Polynomial::of(builder_.meaning.word(word.value)); }
    static Variable only_variable(const check::Fact& fact) {
        return fact.polynomial.terms().begin()->first.at(0);
    }
    const LowestBit::Bit& seen(size_t word) const { return x_.seen[word * bits_]; }
    const LowestBit::Bit& any() const { return x_.seen.back(); }

    size_t place_of(const Polynomial& bound) const {
        const auto& facts = builder_.meaning.contract();
        const auto found = std::ranges::find(facts, Fact{Fact::Kind::nonnegative, bound});
        if (found == facts.end()) throw Gap{"a fact of the contract"};
        return static_cast<size_t>(found - facts.begin());
    }
    Variable power_of(const Polynomial& exponent) const {
        const auto& powers = builder_.meaning.variables().powers();
        const auto found =
            std::ranges::find_if(powers, [&](const auto& of) { return of.second == exponent; });
        if (found == powers.end()) throw Gap{"a power"};
        return found->first;
    }

    // x = next·quotient + rest for next = 2^(r + 1), power = 2^r, and t = [x = 0].
    void read_contract() {
        power_ = power_of(r_), next_ = power_of(r_ + one);
        const Polynomial next = Polynomial::of(next_);
        const size_t after = place_of(next - one) + 1, last = place_of(Polynomial::of(power_) - one) + 1;
        const auto& facts = builder_.meaning.contract();
        const Variable is_positive = only_variable(facts.at(after));
        const Polynomial s = Polynomial::of(is_positive);
        const size_t division = after + 4;
        const auto& rest_term = facts.at(division + 1).polynomial.terms().begin()->first;
        rest_ = Polynomial::of(rest_term.at(0) == is_positive ? rest_term.at(1) : rest_term.at(0));
        for (const auto& [monomial, coefficient] : facts.at(division).polynomial.terms()) {
            if (monomial.size() == 2 && (monomial[0] == next_ || monomial[1] == next_))
                quotient_ = Polynomial::of(monomial[0] == next_ ? monomial[1] : monomial[0]);
        }
        const Id positive = contract(after - 1);
        const Id s_least =
            builder_.bound(s - one, {{1, {contract(after + 3)}}, {1, {contract(after + 1), positive}}}, {});
        const Id is_s = builder_.both(s_least, builder_.bound(one - s, {{1, {contract(after + 1)}}}, {}));
        rest_least_ = builder_.bound(rest_, {{1, {contract(division + 1)}}}, {{is_s, minus_one * rest_}});
        const Polynomial gap = next - one - rest_;
        rest_most_ = builder_.bound(gap, {{1, {contract(division + 2)}}}, {{is_s, minus_one * gap}});
        // the number
        number_ = facts.at(division).polynomial + next * quotient_ + rest_;
        std::vector<Multiple> sums{{contract(division), one}}, zeros;
        std::vector<Product> above;
        mpz_class unit = 1;
        for (const auto& word : x_.words) {
            sums.push_back({word.equation, unit});
            sums.push_back({word.parts, unit});
            equations_.push_back({word.equation, mpz_class(-unit)});
            above.push_back({unit - 1, {word.x_least}});
            above.push_back({1, {word.x_above}});
            unit *= base_;
        }
        start_ = builder_.sum(x_.tails[0] - next * quotient_ - rest_, sums);
        const Id number_above = builder_.bound(number_ - any().bit, above, equations_);
        t_ = Polynomial::of(only_variable(facts.at(last)));
        t_place_ = last;
        not_both_ = builder_.bound(minus_one * t_ * any().bit, {{1, {contract(last), number_above}}},
                                   {{contract(last + 2), minus_one}});
        const Polynomial all = mpz_class(all_), p = Polynomial::of(power_);
        goal_ = {Fact::Kind::zero, t_ * (r_ - all) + (one - t_) * (rest_ - p)};
    }

    // No bit below word i is set; zero: 2^(bits·i)·tail - next·quotient - rest = 0.
    void show_word(size_t i, Id zero) {
        const Id below = zeros_.empty() ? builder_.sum({}, {}) : below_;
        if (i == x_.words.size()) return show_none(below);
        const auto& word = x_.words[i];
        const LowestBit::Bit& here = seen(i + 1);
        builder_.cases(
            here.bit - one, goal_,
            [&](Id assumption) {
                const Id is_here = builder_.both(assumption, here.most);
                std::vector<Product> later;
                for (size_t k = i + 1; k < x_.words.size(); ++k) later.push_back({1, {x_.words[k].n_least}});
                const Id some = builder_.bound(any().bit - one, later, {{is_here, one}});
                const Id is_any = builder_.both(some, any().most);
                const Id no_t = builder_.both(
                    contract(t_place_), builder_.bound(minus_one * t_, {{1, {not_both_}}}, {{is_any, t_}}));
                const Chosen chosen{i, below, is_here, no_t, is_place_in(i, below, is_here, is_any)};
                show_bit(chosen, 0, below, zero);
            },
            [&](Id assumption) {
                const Id not_here = builder_.both(here.least, assumption);
                const Polynomial x = value(word.x);
                const Id to_0 =
                    builder_.bound(minus_one * x, {{1, {word.x_most}}}, {{not_here, mpz_class(-base_)}});
                const Id is_zero = builder_.both(word.x_least, to_0);
                const Polynomial weight = two_to(bits_ * i);
                const Id next = builder_.sum(
                    builder_.fact(zero) -
                        weight * (x_.tails[i * bits_] - Polynomial(base_) * x_.tails[(i + 1) * bits_]),
                    {{zero, one}, {word.parts, minus_one * weight}, {is_zero, minus_one * weight}});
                zeros_.push_back({is_zero, weight});
                below_ = not_here;
                show_word(i + 1, next);
            });
    }

    struct Chosen {
        size_t word;
        Id below, is_here;  // g before it is 0, g after it is 1
        Id no_t, is_r;      // t = 0, r - (place of the word) - k = 0
    };

    // r - (place of word i) - k = 0, if n of the word is 1.
    Id is_place_in(size_t i, Id below, Id is_here, Id is_any) {
        std::vector<Product> least, most;
        for (size_t j = 0; j < x_.words.size(); ++j) {
            if (j == i) continue;
            const auto& word = x_.words[j];
            least.push_back({bits_ * j, {word.n_least}});
            least.push_back({1, {word.k_least}});
            most.push_back({all_ - bits_ * (j + 1) + 1, {word.n_least}});
            most.push_back({1, {word.k_most}});
        }
        const mpz_class place = bits_ * i, gap = all_ - place;
        const Polynomial x = r_ - Polynomial(place) - x_.words[i].k;
        const Id from_0 = builder_.bound(
            x, least,
            {{place_.sum, one}, {is_here, place}, {below, mpz_class(-place)}, {is_any, mpz_class(-all_)}});
        const Id to_0 = builder_.bound(minus_one * x, most,
                                       {{place_.sum, minus_one}, {is_here, gap}, {below, mpz_class(-gap)}});
        return builder_.both(from_0, to_0);
    }

    // No bit below place k of the word is set: g = 0; zero as above for this place.
    void show_bit(const Chosen& of, size_t k, Id below, Id zero) {
        const size_t j = of.word * bits_ + k;
        if (k + 1 == bits_) return show_here(of, k, below, of.is_here, zero);
        const auto& place = x_.places[j];
        const LowestBit::Bit& here = x_.seen[j + 1];
        builder_.cases(
            here.bit - one, goal_,
            [&](Id assumption) { show_here(of, k, below, builder_.both(assumption, here.most), zero); },
            [&](Id assumption) {
                const Id not_here = builder_.both(here.least, assumption);
                const Id to_0 =
                    builder_.bound(minus_one * place.b.bit, {{1, {place.c.least}}},
                                   {{place.ripple, minus_one}, {not_here, mpz_class(-2)}, {below, one}});
                const Id is_zero = builder_.both(place.b.least, to_0);
                const Polynomial weight = two_to(j);
                show_bit(of, k + 1, not_here,
                         builder_.sum(
                             builder_.fact(zero) - weight * (x_.tails[j] - mpz_class(2) * x_.tails[j + 1]),
                             {{zero, one}, {place.tail, weight}, {is_zero, minus_one * weight}}));
            });
    }

    // Bit k of the word is the lowest one that is set: x = 2^j·(1 + 2·tail), and 2^j·(1 + 2·tail) = 2^(j+1)·quotient + rest.
    void show_here(const Chosen& of, size_t k, Id below, Id is_here, Id zero) {
        const size_t j = of.word * bits_ + k;
        const auto& place = x_.places[j];
        const Id some = builder_.bound(place.b.bit - one, {{1, {place.c.most}}},
                                       {{place.ripple, one}, {is_here, mpz_class(2)}, {below, minus_one}});
        const Id is_set = builder_.both(some, builder_.bound(one - place.b.bit, {{1, {place.b.most}}}, {}));
        // the place in the word is k
        std::vector<Product> least, most;
        for (size_t other = 0; other < bits_; ++other) {
            if (other == k) continue;
            const Id d = x_.places[of.word * bits_ + other].least;
            least.push_back({other, {d}});
            most.push_back({bits_ - 1 - other, {d}});
        }
        const mpz_class at = k, gap = bits_ - 1 - k, end = bits_ - 1;
        const Polynomial x = x_.words[of.word].k - Polynomial(at);
        const Id from_0 = builder_.bound(x, least, {{is_here, at}, {below, mpz_class(-at)}});
        const Id to_0 = builder_.bound(
            minus_one * x, most,
            {{is_here, gap}, {below, mpz_class(-gap)}, {of.is_here, mpz_class(-end)}, {of.below, end}});
        const Id is_r =
            builder_.sum(r_ - Polynomial(mpz_class(j)), {{of.is_r, one}, {builder_.both(from_0, to_0), one}});
        const auto shift = static_cast<long>(j);
        const Id power = builder_.powers({power_}, {}, shift, {{is_r, one}});
        const Id next = builder_.powers({next_}, {}, shift + 1, {{is_r, one}});
        const mpz_class weight = two_to(j), twice = 2 * weight;
        const Polynomial h = x_.tails[j + 1] - quotient_;
        const Id parts = builder_.sum(
            Polynomial(weight) + Polynomial(twice) * h - rest_,
            {{zero, one}, {place.tail, weight}, {is_set, mpz_class(-weight)}, {next, quotient_}});
        const Id above =
            builder_.bound(Polynomial(twice) * h + Polynomial(weight), {{1, {rest_least_}}}, {{parts, one}});
        const Id under = builder_.bound(Polynomial(mpz_class(weight - 1)) - Polynomial(twice) * h,
                                        {{1, {rest_most_}}}, {{parts, minus_one}, {next, minus_one}});
        const Id same = builder_.both(builder_.round(above, twice), builder_.round(under, twice));
        const Polynomial rest = rest_ - Polynomial::of(power_);
        builder_.sum(
            goal_.polynomial,
            {{of.no_t, r_ - Polynomial(all_) - rest}, {same, twice}, {parts, minus_one}, {power, minus_one}});
    }

    // x = 0, so t = 1 and r is the number of all bits.
    void show_none(Id none) {
        std::vector<Multiple> zeros = equations_;
        zeros.insert(zeros.end(), zeros_.begin(), zeros_.end());
        const Id is_zero = builder_.sum(number_, zeros);
        const Id t_least =
            builder_.bound(t_ - one, {{1, {contract(t_place_ + 3)}}}, {{is_zero, (t_ - one) * number_}});
        const Id is_t = builder_.both(t_least, contract(t_place_ + 1));
        std::vector<Product> least;
        for (size_t i = 0; i < x_.words.size(); ++i) {
            least.push_back({bits_ * i, {x_.words[i].n_least}});
            least.push_back({1, {x_.words[i].k_least}});
        }
        const Polynomial x = r_ - Polynomial(all_);
        const Id from_0 = builder_.bound(x, least, {{place_.sum, one}, {none, mpz_class(-all_)}});
        const Id is_r = builder_.both(from_0, place_.most);
        builder_.sum(goal_.polynomial, {{is_r, t_}, {is_t, Polynomial::of(power_) - rest_}});
    }

    Builder& builder_;
    const size_t bits_;
    const mpz_class base_;
    const LowestBit x_;
    const mpz_class all_;  // bits
    const LowestPlace place_;
    const Polynomial r_;
    Variable power_ = 0, next_ = 0;
    Polynomial rest_, quotient_, number_, t_;
    size_t t_place_ = 0;
    Id rest_least_ = 0, rest_most_ = 0, start_ = 0, not_both_ = 0;  // the last: -t·f >= 0
    std::vector<Multiple> equations_;                               // number - (the sum of base^i·x_i) = 0
    std::vector<Multiple> zeros_;                                   // of words below
    Id below_ = 0;
    Fact goal_;
};

}  // namespace

bool is_common_twos(const ir::Program& program) {
    if (program.inputs.size() != 2 || program.outputs.size() != 1 || program.outputs[0].words.size() != 1 ||
        !program.outputs[0].words[0].is_word)
        return false;
    const auto made = [&](Opcode op, const Operand& x, const Operand& y) {
        return std::ranges::any_of(program.body, [&](const ir::Instruction& in) {
            return in.op == op && in.src[0] == x && in.src[1] == y;
        });
    };
    const auto either = std::ranges::find_if(program.body, [&](const ir::Instruction& in) {
        return in.op == Opcode::bit_or && in.src[0] == program.inputs[0].words[0] &&
               in.src[1] == program.inputs[1].words[0];
    });
    return either != program.body.end() && made(Opcode::sub, Operand(0u), Operand(either->dst));
}

std::optional<check::Derivation> by_common_twos(const ir::Program& program, int word_bits) {
    Builder builder(program, word_bits);
    try {
        CommonTwos(builder, program, static_cast<unsigned>(word_bits)).show();
    } catch (const Gap&) {
        return std::nullopt;
    }
    return std::move(builder).finish();
}

}  // namespace limbsmith::derive
