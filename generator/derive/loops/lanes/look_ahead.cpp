// Carries between the lanes of a group that are found at once (algorithm/group/carries).
//
// With bits g_k, where carries begin, and p_k, where they pass, never both in one lane, the carry into lane k + 1 is
// c_{k+1} = g_k + p_k·c_k, and c_0 = 0. Then 2G + P, the sum of 2^k·(2·g_k + p_k), has the bits p_k + c_k - 2·p_k·c_k:
// where a carry comes in, p_k is turned over, and the carry goes on if it was 1. So the bits that 2G + P and P have in common
// are the sum of 2^k·(p_k + g_k - c_{k+1}), which is linear, and so is all that follows: the carry out of a
// lane is c_{k+1} - g_k. Where a word has as many bits as there are lanes, it keeps the sum less 2^lanes·o:
// its carry out is o = c_lanes - g_{lanes-1}, since 2G has lost the highest g before.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

namespace {

// p as a sum of 2^k·(a value), for k from 0: the values, 0 where there is none. Nothing if it is no such sum.
std::optional<std::vector<Polynomial>> places_of(const Polynomial& p) {
    std::vector<Polynomial> places;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() != 1 || mpz_popcount(coefficient.get_mpz_t()) != 1) return std::nullopt;
        const size_t at = mpz_scan1(coefficient.get_mpz_t(), 0);
        if (places.size() <= at) places.resize(at + 1);
        if (!places[at].is_zero()) return std::nullopt;
        places[at] = Polynomial::of(monomial[0]);
    }
    return places;
}

}  // namespace

const Prover::Comparison* Prover::test_of(const Polynomial& p) const {
    const auto found = std::ranges::find_if(
        state_.comparisons, [&](const Comparison& it) { return !it.is_less && of(it.t) == p; });
    return found == state_.comparisons.end() ? nullptr : &*found;
}

// A sum of all lanes that is one word, if it has left it: sum + 2^32·high = number.
const Prover::Division* Prover::word_left(const Polynomial& sum) const {
    for (const Division& it : state_.open) {
        const auto term = sum.terms().find({it.high});
        if (it.sign > 0 && term != sum.terms().end() && term->second == -it.m) return &it;
    }
    return nullptr;
}

// The word is the sum of these bits, and the carry out of it is p·c of the last lane.
bool Prover::leaves_word(const Division& word, const Lane& last, const check::CommonBits::Number& sum) {
    Polynomial bits;
    std::vector<Product> least, most;
    for (size_t k = 0; k < sum.bits.size(); ++k) {
        const mpz_class weight = check::power_of_two(k);
        const auto [natural, below] = sum.bits[k];
        bits += Polynomial(weight) * known_.fact(natural);
        least.push_back({weight, {natural}});
        most.push_back({weight, {below}});
    }
    known_.bound(bits, least);
    known_.bound(Polynomial(mpz_class(word.m - 1)) - bits, most);
    const Polynomial over = last.next - last.g;
    const auto is_over = same_division(word, over, bits);
    if (!is_over) return false;
    known_.bound(over, {{1, {last.passes, last.least}}}, {{last.product, 1}});
    known_.bound(1 - over, {{1, {last.fits}}, {1, {last.passes, last.most}}}, {{last.product, -1}});
    set(word.high, over, *is_over);
    replace(of(word.low) - bits, *is_over + 1);
    return true;
}

// The common bits of x = 2G + P and y = P, or the other way around.
bool Prover::look_ahead(Variable value) {
    const auto& [x, y] = common_.at(value);
    for (const bool is_first : {true, false}) {
        const Polynomial &sum = is_first ? x : y, &passed = is_first ? y : x;
        const Polynomial generated = known_.reduce(sum - passed).rest;
        const Division* const word = word_left(generated);
        const Polynomial lost = word ? Polynomial(word->m) * of(word->high) : Polynomial();
        const auto p = places_of(known_.reduce(passed).rest), twice_g = places_of(generated + lost);
        if (word && p && check::power_of_two(p->size()) != word->m) continue;
        if (!p || !twice_g || p->size() < 2 || twice_g->size() > p->size() + 1 ||
            (!twice_g->empty() && !twice_g->at(0).is_zero()))
            continue;
        const size_t count = p->size();
        Group group;
        const Id none = known_.bound(0, {});
        Polynomial carry;
        Id least = none, most = known_.one();
        check::CommonBits::Number of_sum, of_passed;
        Polynomial found = of(value), linear = of(value);
        for (size_t k = 0; k < count; ++k) {
            Lane it{k + 1 < twice_g->size() ? twice_g->at(k + 1) : Polynomial(),
                    p->at(k),
                    carry,
                    0,
                    0,
                    least,
                    most};
            if (word && k + 1 == count) it.g = generated_with(it.p);
            const auto begins = nonnegative(it.g), passes = nonnegative(it.p), fits = nonnegative(1 - it.p);
            if (!begins || !passes || !fits) return false;
            it.passes = *passes, it.fits = *fits;
            const auto excludes = excludes_each_other(it);
            if (!excludes) return false;
            it.squared = it.p.is_zero() ? known_.sum(0, {}) : known_.bit_squared(*passes, *fits);
            if ((it.p * carry).is_zero()) {
                it.next = it.g, it.product = known_.sum(0, {});
            } else {
                const Ledger::Name name = known_.name(it.g + it.p * carry);
                it.next = of(name.value);
                it.product = known_.sum(it.next - it.g - it.p * carry, {{name.zero, -1}});
                known_.mention(it.next);
            }
            const Polynomial bit = it.p + carry - 2 * (it.next - it.g);
            // p·(1 - c) + c·(1 - p), and p·c + (1 - p)·(1 - c)
            of_sum.bits.emplace_back(
                known_.bound(bit, {{1, {it.passes, most}}, {1, {least, it.fits}}}, {{it.product, -2}}),
                known_.bound(1 - bit, {{1, {it.passes, least}}, {1, {it.fits, most}}}, {{it.product, 2}}));
            of_passed.bits.emplace_back(it.passes, it.fits);
            // next = g + p·c from 0, and 1 - next = (1 - g - p) + p·(1 - c)
            const Id next_least =
                         known_.bound(it.next, {{1, {*begins}}, {1, {it.passes, least}}}, {{it.product, 1}}),
                     next_most = known_.bound(1 - it.next, {{1, {*excludes}}, {1, {it.passes, most}}},
                                              {{it.product, -1}});
            known_.limit(next_least), known_.limit(next_most);
            const Polynomial weight = check::power_of_two(k);
            found -= weight * bit * it.p;
            linear -= weight * (it.p + it.g - it.next);
            least = next_least, most = next_most, carry = it.next;
            group.lanes.push_back(it);
        }
        if (!word)
            of_sum.bits.emplace_back(least, most);
        else if (!leaves_word(*word, group.lanes.back(), of_sum))
            return false;
        // of both sums
        const auto sum_of = [&](const Polynomial& number, const check::CommonBits::Number& bits) {
            Polynomial zero = number;
            for (size_t k = 0; k < bits.bits.size(); ++k)
                zero -= Polynomial(check::power_of_two(k)) * known_.fact(bits.bits[k].first);
            return known_.state_zero(zero);
        };
        of_sum.sum = sum_of(sum, of_sum);
        of_passed.sum = sum_of(passed, of_passed);
        const Id id = known_.common(is_first ? check::CommonBits{value, of_sum, of_passed}
                                             : check::CommonBits{value, of_passed, of_sum},
                                    found);
        // bit·p - (p + g - next) = (p² - p)·(1 - 2c) + (next - g - p·c)·(1 - 2p)
        std::vector<Multiple> zeros{{id, 1}};
        for (size_t k = 0; k < count; ++k) {
            const Lane& it = group.lanes[k];
            const Polynomial weight = check::power_of_two(k);
            zeros.push_back({it.squared, weight * (1 - 2 * it.c)});
            zeros.push_back({it.product, weight * (1 - 2 * it.p)});
        }
        const Id own = known_.sum(linear, zeros);
        known_.find_out(value, of(value) - linear, own, 1);
        state_.groups.push_back(std::move(group));
        return true;
    }
    return false;
}

// For t = [D = 0] with D = sign·d from 0 to m - 1: D - 1 + t >= 0 and (m - 1)·(1 - t) - D >= 0.
std::optional<std::pair<Id, Id>> Prover::limits_of_test(const Comparison& test, int sign,
                                                        const mpz_class& m) {
    const Polynomial D = Polynomial(sign) * test.d, t = of(test.t), above = D - 1 + t,
                     below = Polynomial(mpz_class(m - 1)) * (1 - t) - D;
    if (const auto a = known_.find({Kind::nonnegative, above}), b = known_.find({Kind::nonnegative, below});
        a && b)
        return std::pair(*a, *b);
    const auto d_least = nonnegative(D), d_most = nonnegative(Polynomial(mpz_class(m - 1)) - D);
    if (!d_least || !d_most) return std::nullopt;
    // else D = 0 and t = 0
    const auto never = [&](Id assumed) {
        const Id zero_d =
            known_.both(*d_least, known_.bound(Polynomial() - D, {{1, {assumed}}, {1, {test.first}}}));
        const Id zero_t =
            known_.both(test.first, known_.bound(Polynomial() - t, {{1, {assumed}}, {1, {*d_least}}}));
        const Id no =
            known_.bound(-1, {{1, {test.first + 3}}}, {{zero_d, Polynomial() - (1 - t) * D}, {zero_t, -1}});
        known_.bound(above, {{1, {no}}, {1, {*d_least}}, {1, {test.first}}});
        return true;
    };
    const auto first = known_.cases(
        above, {Kind::nonnegative, above}, [](Id) { return true; }, never);
    if (!first) return std::nullopt;
    // from t·D = 0
    const Id second =
        known_.bound(below, {{1, {test.first + 1, *d_most}}}, {{test.first + 2, Polynomial(-sign)}});
    return std::pair(*first, second);
}

// The carry out of a lane whose words R are tested by p = [R = m - 1], or for differences by p = [R = 0]; 0 if it is
// not known.
Polynomial Prover::generated_with(const Polynomial& p) const {
    const Comparison* const test = test_of(p);
    for (const auto& [high, own] : state_.divisions) {
        if (!test) break;
        const Polynomial last = mpz_class(own.m - 1), D = own.sign > 0 ? last - of(own.low) : of(own.low);
        if (known_.reduce(Polynomial(-own.sign) * test->d - D).rest.is_zero()) return of(high);
    }
    return {};
}

// 1 - g - p >= 0, where p = [R = m - 1] and R + m·g is at most 2·(m - 1); of differences, R is m - 1 less the lane's
// words.
std::optional<Id> Prover::excludes_each_other(const Lane& lane) {
    const auto &g = lane.g, &p = lane.p;
    if (g.is_zero()) return nonnegative(1 - p);
    const auto found = state_.divisions.find(g.terms().begin()->first[0]);
    const Comparison* test = test_of(p);
    if (found == state_.divisions.end() || !test) return std::nullopt;
    const Division& own = found->second;
    const Polynomial last = mpz_class(own.m - 1), m = own.m,
                     D = own.sign > 0 ? last - of(own.low) : of(own.low);
    if (known_.reduce(Polynomial(-own.sign) * test->d - D).rest != 0) return std::nullopt;
    const auto tests = limits_of_test(*test, -own.sign, own.m);
    // 2·(m - 1) - R - m·g
    const Polynomial left = own.sign > 0 ? 2 * last - own.number : last + own.number;
    const auto most = tests ? nonnegative(left) : std::nullopt;
    if (!most) return std::nullopt;
    const Id sum =
        known_.bound(last + D - m * g, {{1, {*most}}}, {{own.zero, Polynomial(-own.sign * own.of_zero)}});
    // D is at most (m - 1)·(1 - p)
    std::vector<Multiple> zeros = known_.reduce(D - Polynomial(-own.sign) * test->d).zeros;
    const Polynomial claim = m * (1 - g - p) + last;
    for (Multiple& it : zeros) it.factor = Polynomial() - it.factor;
    const Id id = known_.bound(claim, {{1, {sum}}, {1, {tests->second}}, {1, {lane.fits}}}, zeros);
    return known_.round(id, own.m);
}

// A lane whose own words R are all ones if p = 1 takes in a carry c. Its carry out is o = next - g.
bool Prover::pass_carry(const Division& it) {
    for (Group& group : state_.groups) {
        for (Lane& lane : group.lanes) {
            const Comparison* test = lane.low ? nullptr : test_of(lane.p);
            if (!test) continue;
            const Polynomial sign = it.sign, last = mpz_class(it.m - 1), m = it.m, o = of(it.high),
                             t = lane.p;
            // number = d + (m - 1 if it is a sum) + sign·c
            const Polynomial same = it.number - test->d - (it.sign > 0 ? last : Polynomial()) - sign * lane.c;
            Ledger::Reduced reduced = known_.reduce(same);
            if (!reduced.rest.is_zero()) continue;
            const Polynomial D = Polynomial(-it.sign) * test->d, R = last - D,
                             after = it.sign > 0 ? of(it.low) : last - of(it.low);
            const auto tests = limits_of_test(*test, -it.sign, it.m);
            const auto d_least = nonnegative(D), natural = nonnegative(o);
            if (!tests || !d_least || !natural) continue;
            // after = R + c - m·o
            for (Multiple& zero : reduced.zeros) zero.factor = sign * zero.factor;
            reduced.zeros.push_back({it.zero, Polynomial(it.sign * it.of_zero)});
            const Id equation = known_.sum(after - R - lane.c + m * o, reduced.zeros);
            const Ledger::Range& range = *known_.range(it.low);
            const Id first = it.sign > 0 ? range.at_least : range.at_most,
                     other = it.sign > 0 ? range.at_most : range.at_least;
            const Id low = known_.bound(R + lane.c - m * o, {{1, {first}}}, {{equation, -1}}),
                     high = known_.bound(last - R - lane.c + m * o, {{1, {other}}}, {{equation, 1}});
            const mpz_class all = it.m - 1;
            const auto rounded = [&](const Polynomial& claim, std::vector<Product> products) {
                return known_.round(known_.bound(m * claim + last, std::move(products)), it.m);
            };
            const Id to_p =
                rounded(t - o, {{1, {low}}, {1, {tests->first}}, {1, {lane.most}}, {all, {lane.passes}}});
            const Id to_c = rounded(lane.c - o, {{1, {low}}, {1, {*d_least}}, {all, {lane.least}}});
            const Id from_both =
                rounded(o - t - lane.c + 1,
                        {{1, {high}}, {1, {tests->second}}, {1, {lane.fits}}, {all, {lane.most}}});
            const Polynomial e = lane.next - lane.g;
            const Id at_least =
                known_.bound(o - e, {{1, {lane.passes, from_both}}, {1, {lane.fits, *natural}}},
                             {{lane.squared, 1}, {lane.product, -1}});
            const Id at_most = known_.bound(e - o, {{1, {lane.passes, to_c}}, {1, {lane.fits, to_p}}},
                                            {{lane.squared, 1}, {lane.product, 1}});
            const Id is = known_.both(at_least, at_most);
            known_.define(it.high, e, is, 1);
            replace(known_.fact(it.zero), it.zero);
            lane.low = it.low, lane.m = it.m;
            sum_up(group);
            return true;
        }
    }
    return false;
}

// The number that all lanes have together is from 0 to m^lanes - 1.
void Prover::sum_up(Group& group) {
    if (group.is_whole ||
        !std::ranges::all_of(group.lanes, [](const Lane& it) { return it.low.has_value(); }))
        return;
    group.is_whole = true;
    Polynomial whole;
    mpz_class weight = 1;
    std::vector<Product> least, most;
    for (const Lane& it : group.lanes) {
        whole += Polynomial(weight) * of(*it.low);
        least.push_back({weight, {known_.range(*it.low)->at_least}});
        most.push_back({weight, {known_.range(*it.low)->at_most}});
        weight *= it.m;
    }
    state_.bounds.push_back(known_.bound(whole, least));
    state_.bounds.push_back(known_.bound(Polynomial(mpz_class(weight - 1)) - whole, most));
}

}  // namespace limbsmith::derive::loops::lanes
