#include "derive/divsteps/divsteps.hpp"

#include <algorithm>
#include <array>

#include "derive/bits/congruences.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;

const Polynomial two_times = 2;

Variable single_value(const Polynomial& polynomial) {
    const auto& terms = polynomial.terms();
    if (terms.size() != 1 || terms.begin()->first.size() != 1) throw Gap{"a value"};
    return terms.begin()->first[0];
}

// The polynomial without the terms that have the value.
Polynomial without(const Polynomial& polynomial, Variable value) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (std::ranges::count(monomial, value) == 0) result.add(monomial, coefficient);
    }
    return result;
}

// A row (x y) of the matrix.
struct MatrixRow {
    Polynomial x, y;
    Id sums[2][2];         // power + x + y, power + x - y, power - x + y, power - x - y >= 0
    Id least[2], most[2];  // x + power - 1 >= 0, power - x >= 0; of y
    Id product;            // power·f - x·f_0 - y·g_0 of this row's f
};

struct DivstepState {
    mpz_class power;
    Polynomial eta, f, g;
    MatrixRow first, second;
    Polynomial half_eta, half_f;
    Id odd_eta, odd_f;  // eta - 2·half_eta - 1, f - 2·half_f - 1
    mpz_class most_eta;
    Id eta_least, eta_most;  // most_eta + eta, most_eta - eta
};

class Divsteps {
  public:
    explicit Divsteps(Search& search) : search_(search), builder_(search.builder), words_(search) {}

    void show() {
        find_start();
        const uint64_t count = search_.program.contract.right->number;
        for (uint64_t i = 0; i < count; ++i) step();
        for (const auto& [polynomial, target, definitions] : known_)
            words_.know(polynomial, target, definitions);
        for (size_t i = 0; i < search_.program.body.size(); ++i) words_.define(i);
        reach_goals();
    }

  private:
    Id contract(size_t which) const { return builder_.contract(which); }
    const check::Facts& facts() const { return builder_.meaning.contract(); }
    void find_start();
    Id zero_with(const Polynomial& first, const mpz_class& coefficient) const;
    void step();
    void know_words(const DivstepState& now, const DivstepState& next, const Polynomial& swap,
                    const Polynomial& plus, const Congruences::Definitions& definitions);
    std::pair<Polynomial, Parts> with_values(const Polynomial& goal) const;
    void reach_bound(const Polynomial& goal);
    void reach_residue(const Polynomial& goal);
    void reach_goals();

    Search& search_;
    Builder& builder_;
    Congruences words_;
    size_t place_ = 0;  // of the facts of the next step in the contract
    int count_ = 0;
    DivstepState now_;
    Polynomial f_0_, g_0_;
    struct Known {
        Polynomial polynomial, target;
        Congruences::Definitions definitions;
    };
    std::vector<Known> known_;
    struct Residue {
        Polynomial value, half;
        mpz_class residue;
        Id zero;  // value - 2·half - residue
    };
    std::vector<Residue> residues_;                 // of the last step
    std::vector<std::pair<Variable, Id>> outputs_;  // word - base·sign - value
};

// A zero of the contract that is x - coefficient·y - …
Id Divsteps::zero_with(const Polynomial& x, const mpz_class& coefficient) const {
    for (size_t k = 0; k < facts().size(); ++k) {
        if (facts()[k].kind != Fact::Kind::zero) continue;
        const Polynomial rest = facts()[k].polynomial - x;
        const bool is_it =
            rest.terms().size() <= 2 && std::ranges::any_of(rest.terms(), [&](const auto& term) {
                return term.second == -coefficient && term.first.size() == 1;
            });
        if (is_it) return contract(k);
    }
    throw Gap{"a residue of an input"};
}

// Numbers before the first step: eta is odd, f = f_in/4 is odd, g = g_in/4.
void Divsteps::find_start() {
    // the first step: odd >= 0, 1 - odd >= 0, g - 2·half - odd = 0, t >= 0, …
    for (place_ = 0; place_ + 17 <= facts().size(); ++place_) {
        const auto odd = nonnegative_value(facts()[place_]), t = nonnegative_value(facts()[place_ + 3]);
        if (!odd || !t || *t != *odd + 1) continue;
        const auto& terms = facts()[place_ + 2].polynomial.terms();
        const auto half = terms.find({*odd - 1});
        if (half != terms.end() && half->second == -2) break;
    }
    if (place_ + 17 > facts().size()) throw Gap{"the first divstep"};
    const Variable odd = *nonnegative_value(facts()[place_]), swap = odd + 2;
    DivstepState& s = now_;
    s.g = facts()[place_ + 2].polynomial + two_times * Polynomial::of(odd - 1) + Polynomial::of(odd);
    s.f = Polynomial::of(swap + 1) - without(facts()[place_ + 8].polynomial, swap);
    s.eta = Polynomial::of(swap + 4) + two_times - without(facts()[place_ + 12].polynomial, swap);
    f_0_ = s.f, g_0_ = s.g;
    // of a quotient x: input - 4·x - rest, input - 4·step·y - 4·residue
    const auto quotient = [&](const Polynomial& x, const mpz_class& step) {
        Id division = 0;
        for (size_t k = 0; k < facts().size(); ++k) {
            const auto term = facts()[k].polynomial.terms().find({single_value(x)});
            if (facts()[k].kind == Fact::Kind::zero && term != facts()[k].polynomial.terms().end() &&
                term->second == -4) {
                division = contract(k);
                break;
            }
        }
        Polynomial input;
        std::optional<Variable> rest;
        for (const auto& [monomial, coefficient] : builder_.fact(division).terms()) {
            if (coefficient == 1) input.add(monomial, 1);
            if (coefficient == -1) rest = monomial[0];
        }
        if (!rest) throw Gap{"the rest of a quotient"};
        const Id residue = zero_with(input, 4 * step);
        Polynomial y;
        for (const auto& [monomial, coefficient] : builder_.fact(residue).terms()) {
            if (coefficient == -4 * step) y.add(monomial, 1);
        }
        const mpz_class constant = builder_.fact(residue).constant() / 4;
        // 4·(step·y - constant - x) = rest
        const Range& range = search_.ranges.at(*rest);
        const Parts is_rest = multiple(division, one) + multiple(residue, minus_one);
        const Id exact = zero_between(builder_, 4, Polynomial(step) * y - Polynomial(constant) - x,
                                      bounds(1, {*range.least}) + is_rest,
                                      bounds(1, {*range.most}) + times_of(is_rest, minus_one));
        words_.set_word(single_value(input), Polynomial(4) * x, {},
                        sum_of(builder_, multiple(residue, one) + multiple(exact, Polynomial(4))));
        return std::pair(y, exact);
    };
    const auto [half_f, is_f] = quotient(s.f, 2);
    quotient(s.g, 1);
    s.half_f = half_f;
    s.odd_f = sum_of(builder_, multiple(is_f, minus_one));
    s.odd_eta = zero_with(s.eta, 2);
    s.half_eta = Polynomial();
    const Polynomial rest = builder_.fact(s.odd_eta) - s.eta;
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (coefficient == -2) s.half_eta.add(monomial, 1);
    }
    // the bounds of eta
    std::optional<Id> least, most;
    for (size_t k = 0; k < facts().size(); ++k) {
        if (facts()[k].kind != Fact::Kind::nonnegative) continue;
        const Polynomial above = facts()[k].polynomial + s.eta, below = facts()[k].polynomial - s.eta;
        if (above.is_constant() && !most) most = contract(k), s.most_eta = above.constant();
        if (below.is_constant() && !least) least = contract(k);
    }
    if (!least || !most) throw Gap{"the bounds of eta"};
    s.eta_least = *least, s.eta_most = *most;
    s.power = 1;
    const auto row = [&](int x, int y, Id product) {
        MatrixRow result{
            .x = Polynomial(x), .y = Polynomial(y), .sums = {}, .least = {}, .most = {}, .product = product};
        for (int k : {0, 1}) {
            for (int l : {0, 1})
                result.sums[k][l] = bound_of(builder_, bounds(1 + (k ? -x : x) + (l ? -y : y), {}));
        }
        result.least[0] = bound_of(builder_, bounds(x, {})),
        result.least[1] = bound_of(builder_, bounds(y, {}));
        result.most[0] = bound_of(builder_, bounds(1 - x, {})),
        result.most[1] = bound_of(builder_, bounds(1 - y, {}));
        return result;
    };
    const Id trivial = sum_of(builder_, {});
    s.first = row(1, 0, trivial), s.second = row(0, 1, trivial);
}

void Divsteps::step() {
    const DivstepState& now = now_;
    const auto at = [&](size_t k) { return contract(place_ + k); };
    const Variable first = *nonnegative_value(facts()[place_]) - 1;
    const auto value = [&](Variable k) { return Polynomial::of(first + k); };
    const Polynomial half = value(0), odd = value(1), t = value(2), swap = value(3);
    const Id odd_least = at(0), odd_most = at(1), parity = at(2), t_least = at(3), t_most = at(4);
    const Id is_negative = at(5), is_positive = at(6), is_swap = at(7), is_f = at(8), is_g = at(11),
             is_eta = at(12);
    const Id is_u = at(13), is_v = at(14), is_q = at(15), is_r = at(16);
    place_ += 17;
    const Polynomial plus = odd - two_times * swap;
    DivstepState next;
    next.f = value(4), next.g = value(5), next.eta = value(7);
    next.first.x = value(8), next.first.y = value(9), next.second.x = value(10), next.second.y = value(11);
    next.power = 2 * now.power;

    // bits: odd² = odd, odd·t = swap, odd·swap = swap² = swap
    const auto square = [&](const Polynomial& bit, Id least, Id most) {
        const Builder::Bits bits = builder_.bits(least, most);
        return sum_of(builder_,
                      multiple(bits.squares[0], one) + multiple(bits.sum, bit + bits.list[0].bit - one));
    };
    const Id odd_square = square(odd, odd_least, odd_most), t_square = square(t, t_least, t_most);
    // swap - odd·t
    const Id odd_swap = sum_of(builder_, multiple(is_swap, odd - one) + multiple(odd_square, t));
    const Id swap_square = sum_of(builder_, multiple(is_swap, swap + odd * t - one) +
                                                multiple(odd_square, t * t) + multiple(t_square, odd));
    words_.replace({first + 1, first + 1}, odd_square);
    words_.replace({first + 1, first + 2}, is_swap);
    words_.replace({first + 1, first + 3}, odd_swap);
    words_.replace({first + 3, first + 3}, swap_square);
    const Id swap_least = bound_of(builder_, bounds(1, {odd_least, t_least}) + multiple(is_swap, one));
    // 1 - odd·t = (1 - odd) + odd·(1 - t)
    const Id swap_most = bound_of(
        builder_, bounds(1, {odd_most}) + bounds(1, {odd_least, t_most}) + multiple(is_swap, minus_one));
    const Id plus_only =
        bound_of(builder_, bounds(1, {odd_least, t_most}) + multiple(is_swap, minus_one));  // odd - swap
    words_.limit(first + 1, odd_least, odd_most);
    words_.limit(first + 3, swap_least, swap_most);

    // g' = half + plus·half_f + odd - swap, and nothing is lost
    const Variable lost = first + 6;
    const Polynomial exact = half + plus * now.half_f + odd - swap;
    const Range& lost_range = search_.ranges.at(lost);
    // 2·(exact - g') = lost
    const Parts is_lost =
        multiple(is_g, one) + multiple(parity, minus_one) + multiple(now.odd_f, minus_one * plus);
    const Id is_exact = zero_between(builder_, 2, exact - next.g, bounds(1, {*lost_range.least}) + is_lost,
                                     bounds(1, {*lost_range.most}) + times_of(is_lost, minus_one));
    // g + plus·f - 2·g'
    const Id doubled_g =
        sum_of(builder_, multiple(is_exact, two_times) + multiple(parity, one) + multiple(now.odd_f, plus));

    // parities
    const Named half_f = name(builder_, now.half_f + swap * (half - now.half_f));
    next.half_f = Polynomial::of(half_f.value);
    next.odd_f =
        sum_of(builder_, multiple(is_f, one) + multiple(now.odd_f, one - swap) + multiple(parity, swap) +
                             multiple(odd_swap, one) + multiple(half_f.zero, Polynomial(-2)));
    const Named half_eta = name(builder_, (one - two_times * swap) * now.half_eta - swap - one);
    next.half_eta = Polynomial::of(half_eta.value);
    next.odd_eta = sum_of(builder_, multiple(is_eta, one) + multiple(now.odd_eta, one - two_times * swap) +
                                        multiple(half_eta.zero, Polynomial(-2)));
    // |eta'| <= |eta| + 2
    next.most_eta = now.most_eta + 2;
    next.eta_most =
        bound_of(builder_, bounds(1, {swap_most, now.eta_most}) + bounds(1, {swap_least, now.eta_least}) +
                               bounds(4, {}) + multiple(is_eta, minus_one));
    next.eta_least = bound_of(builder_, bounds(1, {swap_most, now.eta_least}) +
                                            bounds(1, {swap_least, now.eta_most}) + multiple(is_eta, one));

    // rows: twice the first row, or twice the second one; the second one plus the first one, minus it, or as it was
    const Id is_first[] = {is_u, is_v}, is_second[] = {is_q, is_r};
    const auto sign = [](int k, Id zero) { return multiple(zero, k ? minus_one : one); };
    for (int k : {0, 1}) {
        for (int l : {0, 1}) {
            const Id of_first = now.first.sums[k][l], opposite = now.first.sums[1 - k][1 - l],
                     of_second = now.second.sums[k][l];
            next.first.sums[k][l] =
                bound_of(builder_, bounds(2, {swap_most, of_first}) + bounds(2, {swap_least, of_second}) +
                                       sign(k, is_u) + sign(l, is_v));
            next.second.sums[k][l] =
                bound_of(builder_, bounds(1, {of_second}) + bounds(1, {plus_only, of_first}) +
                                       bounds(1, {swap_least, opposite}) + bounds(now.power, {odd_most}) +
                                       sign(k, is_q) + sign(l, is_r));
        }
        // 2·power - 1 + 2·x is at least 2·(power - 1 + x)
        next.first.least[k] = bound_of(builder_, bounds(2, {swap_most, now.first.least[k]}) +
                                                     bounds(2, {swap_least, now.second.least[k]}) +
                                                     bounds(1, {}) + multiple(is_first[k], one));
        next.first.most[k] = bound_of(builder_, bounds(2, {swap_most, now.first.most[k]}) +
                                                    bounds(2, {swap_least, now.second.most[k]}) +
                                                    multiple(is_first[k], minus_one));
        // power + plus·x = (odd - swap)·(power + x) + swap·(power - x) + (1 - odd)·power
        const Parts least_x = bounds(1, {plus_only, now.first.least[k]}) + bounds(1, {plus_only}) +
                              bounds(1, {swap_least, now.first.most[k]}) + bounds(now.power, {odd_most});
        const Parts most_x = bounds(1, {plus_only, now.first.most[k]}) +
                             bounds(1, {swap_least, now.first.least[k]}) + bounds(1, {swap_least}) +
                             bounds(now.power, {odd_most});
        next.second.least[k] =
            bound_of(builder_, bounds(1, {now.second.least[k]}) + least_x + multiple(is_second[k], one));
        next.second.most[k] =
            bound_of(builder_, bounds(1, {now.second.most[k]}) + most_x + multiple(is_second[k], minus_one));
        words_.limit(first + 8 + k, next.first.least[k], next.first.most[k]);
        words_.limit(first + 10 + k, next.second.least[k], next.second.most[k]);
    }
    words_.limit(first + 7, next.eta_least, next.eta_most);
    const Polynomial power = next.power;
    next.first.product = sum_of(builder_, multiple(is_f, power) + multiple(is_u, minus_one * f_0_) +
                                              multiple(is_v, minus_one * g_0_) +
                                              multiple(now.first.product, two_times * (one - swap)) +
                                              multiple(now.second.product, two_times * swap));
    next.second.product =
        sum_of(builder_, multiple(doubled_g, minus_one * Polynomial(now.power)) +
                             multiple(is_q, minus_one * f_0_) + multiple(is_r, minus_one * g_0_) +
                             multiple(now.second.product, one) + multiple(now.first.product, plus));

    // the numbers that words may stand for
    words_.know_sign({now.eta, t, t_least, t_most,
                      // most·(1 - t) - t - eta
                      bound_of(builder_, bounds(1, {t_most, now.eta_most}) + bounds(1, {is_negative})),
                      // eta + most·t
                      bound_of(builder_, bounds(1, {is_positive}) + bounds(1, {t_least, now.eta_least}))});
    words_.know_odd(now.eta, now.half_eta, now.odd_eta);
    if (count_ == 0) words_.know_odd(now.f, now.half_f, now.odd_f);
    words_.set_parity(single_value(now.f), now.odd_f);
    words_.set_parity(single_value(now.g), parity);
    words_.set_parity(single_value(next.f), next.odd_f);
    know_words(now, next, swap, plus,
               {{first + 4, is_f},
                {first + 5, is_exact},
                {first + 7, is_eta},
                {first + 8, is_u},
                {first + 9, is_v},
                {first + 10, is_q},
                {first + 11, is_r},
                {single_value(now.f), now.odd_f},
                {single_value(now.g), parity}});
    residues_ = {{next.eta, next.half_eta, 1, next.odd_eta},
                 {next.first.x, now.first.x + swap * (now.second.x - now.first.x), 0, is_u},
                 {next.first.y, now.first.y + swap * (now.second.y - now.first.y), 0, is_v}};
    words_.replace({single_value(next.first.y), single_value(g_0_)}, next.first.product);
    words_.replace({single_value(next.second.y), single_value(g_0_)}, next.second.product);
    now_ = std::move(next);
    ++count_;
}

// One word holds f above v, another g above r; u and q may be negated.
void Divsteps::know_words(const DivstepState& now, const DivstepState& next, const Polynomial& swap,
                          const Polynomial& plus, const Congruences::Definitions& definitions) {
    const auto know = [&](const Polynomial& polynomial, const Polynomial& target) {
        known_.push_back({polynomial, target, definitions});
        known_.push_back({minus_one * polynomial, minus_one * target, definitions});
    };
    const auto packed = [](const MatrixRow& row, const Polynomial& number, const mpz_class& power) {
        return row.y + Polynomial(mpz_class(4 * power)) * number;
    };
    const Polynomial F = packed(now.first, now.f, now.power), G = packed(now.second, now.g, now.power);
    const Polynomial next_G = packed(next.second, next.g, next.power);
    know(G + plus * F, next_G);
    know(two_times * F + two_times * swap * next_G, packed(next.first, next.f, next.power));
    if (count_ > 0) {  // in the first step these are equal to other words as well
        know(now.second.x + plus * now.first.x, next.second.x);
        know(two_times * now.first.x + two_times * swap * next.second.x, next.first.x);
    }
    know((one - two_times * swap) * now.eta - two_times, next.eta);
}

// The goal with the values of the outputs, and the zeros that put them there.
std::pair<Polynomial, Parts> Divsteps::with_values(const Polynomial& goal) const {
    Polynomial rest = goal;
    Parts zeros;
    for (const auto& [word, zero] : outputs_) {
        Polynomial factor;
        for (const auto& [monomial, coefficient] : rest.terms()) {
            const auto found = std::ranges::find(monomial, word);
            if (found == monomial.end()) continue;
            check::Monomial others = monomial;
            others.erase(others.begin() + (found - monomial.begin()));
            factor.add(others, coefficient);
        }
        rest -= factor * builder_.fact(zero);
        zeros += multiple(zero, factor);
    }
    return {rest, zeros};
}

// A limit on a number, or on the sum of two_times magnitudes: in both cases of a sign t it is a known one.
void Divsteps::reach_bound(const Polynomial& goal) {
    const auto [rest, zeros] = with_values(goal);
    std::vector<Id> limits{now_.eta_least, now_.eta_most};
    for (const MatrixRow* row : {&now_.first, &now_.second}) {
        for (int k : {0, 1}) {
            for (const auto* list : {row->sums[k], k ? row->least : row->most})
                limits.insert(limits.end(), list, list + 2);
        }
    }
    const auto is_above = [](const Polynomial& slack) {
        return slack.is_constant() && slack.constant() >= 0;
    };
    for (Id limit : limits) {
        const Polynomial slack = rest - builder_.fact(limit);
        if (!is_above(slack)) continue;
        bound_of(builder_, bounds(1, {limit}) + bounds(slack.constant(), {}) + zeros);
        return;
    }
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (monomial.size() != 2) continue;
        for (Variable t : monomial) {
            if (!search_.is_bit(t)) continue;
            const Range& range = search_.ranges.at(t);
            const Polynomial bit = Polynomial::of(t);
            for (Id no : limits) {
                for (Id yes : limits) {
                    const Polynomial slack =
                        rest - (one - bit) * builder_.fact(no) - bit * builder_.fact(yes);
                    if (!is_above(slack)) continue;
                    bound_of(builder_, bounds(1, {*range.most, no}) + bounds(1, {*range.least, yes}) +
                                           bounds(slack.constant(), {}) + zeros);
                    return;
                }
            }
        }
    }
    throw Gap{"the range of an output"};
}

// rest = residue, where value = 2·quotient + rest.
void Divsteps::reach_residue(const Polynomial& goal) {
    const mpz_class residue = -goal.constant();
    const Polynomial rest = goal + Polynomial(residue);
    const Range& range = search_.ranges.at(single_value(rest));
    for (size_t k = 0; k < facts().size(); ++k) {
        const auto& terms = facts()[k].polynomial.terms();
        const auto found = terms.find({single_value(rest)});
        if (facts()[k].kind != Fact::Kind::zero || found == terms.end() || found->second != -1) continue;
        const Id division = contract(k);
        const auto [values, zeros] = with_values(facts()[k].polynomial);
        for (const Residue& known : residues_) {
            // value - 2·quotient - rest, value - 2·half - residue
            const Polynomial quotient = known.value - values - rest;  // 2·quotient, if it is this value
            const Parts all =
                multiple(division, one) + times_of(zeros, minus_one) + multiple(known.zero, minus_one);
            Polynomial half;
            bool is_even = true;
            for (const auto& [monomial, coefficient] : quotient.terms()) {
                is_even = is_even && coefficient % 2 == 0;
                half.add(monomial, coefficient / 2);
            }
            if (!is_even || quotient.terms().size() != 1 || known.residue != residue) continue;
            // 2·(half - quotient) = rest - residue
            const Id same = zero_between(builder_, 2, known.half - half, bounds(1, {*range.least}) + all,
                                         bounds(1, {*range.most}) + times_of(all, minus_one));
            sum_of(builder_, multiple(same, two_times) + times_of(all, minus_one));
            return;
        }
    }
    throw Gap{"the residue of an output"};
}

void Divsteps::reach_goals() {
    for (const ir::Output& output : search_.program.outputs)
        outputs_.emplace_back(output.words[0].value, words_.signed_value(output.words[0].value));
    const auto& goals = builder_.meaning.goals();
    const auto [rest, zeros] = with_values(goals[0].polynomial);
    if (!rest.is_zero()) throw Gap{"the matrix"};
    sum_of(builder_, zeros);
    for (size_t k = 1; k < goals.size(); ++k) {
        if (goals[k].kind == Fact::Kind::zero) reach_residue(goals[k].polynomial);
        if (goals[k].kind == Fact::Kind::nonnegative) reach_bound(goals[k].polynomial);
    }
}

}  // namespace

bool is_divsteps(const ir::Program& program) {
    return program.contract.right->function && program.contract.right->function->name == "divsteps";
}

std::optional<check::Derivation> by_divsteps(const ir::Program& program, int word_bits) {
    Search search(program, word_bits);
    try {
        Divsteps(search).show();
    } catch (const Gap&) {
        return std::nullopt;
    }
    return std::move(search.builder).finish();
}

}  // namespace limbsmith::derive
