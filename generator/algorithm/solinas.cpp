#include "algorithm/solinas.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>
#include <utility>

#include "algorithm/claims.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/notes.hpp"
#include "algorithm/product.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Opcode;

// An integer in two's complement: `words`, extended by the word `sign`, which is 0 if the integer is
// non-negative.
struct Integer {
    Words words;
    Operand sign{};
    Estimate worth;  // a linear function of h with error bounds
    mpz_class min, max;
    ir::ClaimSum sum{};  // the sum that it was computed as
    // 2^places times its value, made of h and the bits that shifts dropped: later, words that nothing reads may be absent.
    ir::ClaimSum exact{};
    int places = 0;
    // The limits that claims state: those that follow from its definition by h, if they need no more words.
    mpz_class least{}, most{};

    Operand word(int i) const { return i < static_cast<int>(words.size()) ? words[i] : sign; }
    ir::ClaimSum value() const {
        ir::ClaimSum sum = number(words);
        if (sign.is_zero()) return sum;
        return sum + (mpz_class(1) << (limb_bits * words.size())) * mask_value(sign);
    }
    ir::NoteSum readable() const {
        const ir::NoteSum sum = algorithm::value(words);
        return sign.is_zero() ? sum : sum + weight_of(static_cast<int>(words.size())) * signed_value(sign);
    }
};

// Words for integers from min to max, without the sign.
int words_for(const mpz_class& min, const mpz_class& max) {
    const mpz_class most = std::max<mpz_class>(max, -min - 1);
    return most <= 0 ? 0 : limbs_for(most);
}

// x + y or x - y modulo 2^(32·words). requires: x and y have the same length.
Words sum(ir::Builder& builder, const Words& x, const Words& y, bool subtract) {
    ir::Chain chain(builder);
    Words result;
    for (size_t i = 0; i < x.size(); ++i) {
        if (!chain.pending() && y[i].is_zero()) {
            result.push_back(x[i]);
        } else if (!chain.pending() && !subtract && x[i].is_zero()) {
            result.push_back(y[i]);
        } else {
            result.push_back(subtract ? chain.sub(x[i], y[i]) : chain.add(x[i], y[i]));
        }
    }
    return result;
}

mpz_class power_of(int exponent) { return mpz_class(1) << exponent; }

// The sum, each word once.
ir::ClaimSum collected(const ir::ClaimSum& sum) {
    std::map<std::tuple<bool, uint32_t, bool, int>, size_t> places;
    ir::ClaimSum result;
    for (const ir::ClaimTerm& term : sum) {
        const auto factor = term.factors.empty() ? ir::ClaimTerm::Factor{} : term.factors[0];
        const auto key = std::tuple(factor.word.is_word, factor.word.value, factor.is_signed(), factor.shift);
        const auto [place, is_new] = places.try_emplace(key, result.size());
        if (is_new)
            result.push_back(term);
        else
            result[place->second].weight += term.weight;
    }
    std::erase_if(result, [](const ir::ClaimTerm& term) { return term.weight == 0; });
    return result;
}

// x mod 2^shift.
ir::ClaimSum lower(const Integer& x, int shift) {
    const int skip = shift / limb_bits, bits = shift % limb_bits;
    Words whole;
    for (int i = 0; i < skip; ++i) whole.push_back(x.word(i));
    const Words part{x.word(skip)};
    if (bits == 0 || part[0].is_zero()) return number(whole);
    return number(whole) + number(part, skip) - power_of(shift) * upper(part, bits);
}

// The power of two that clears the denominators of all floors in the sums.
mpz_class scale(const SolinasShifts& shifts) {
    int k = shifts.guard;
    for (const SignedPowers& factor : shifts.reciprocal) k -= factor.back().exponent;
    return power_of(k);
}

// Claims min - 1 < value < max + 1, as multiples by `scale`.
void claim_between(ir::Builder& builder, const ir::ClaimSum& value, const mpz_class& min,
                   const mpz_class& max, const mpz_class& scale) {
    claim_at_most(builder, scale * value, scale * (max + 1) - 1);
    claim_at_most(builder, -scale * value, scale * (1 - min) - 1);
}

// Computes integers from h in [0, h_max] by shifts and additions.
class Sums {
  public:
    Sums(ir::Builder& builder, mpz_class h_max, mpz_class scale)
        : builder_(builder), h_max_(std::move(h_max)), scale_(std::move(scale)) {}

    Integer h(const Words& words) const {
        return {words, {}, {1, 0, 0}, 0, h_max_, {}, number(words), 0, 0, h_max_};
    }
    static Integer constant(const mpz_class& x) {
        const ir::ClaimSum sum = algorithm::constant(x);
        return {words_of(constant_limbs(x, words_for(0, x))), {}, {0, x, x}, x, x, sum, sum, 0, x, x};
    }

    // floor(x / 2^shift).
    Integer shifted(const Integer& x, int shift) {
        Integer result{{}, x.sign, x.worth.times({-shift, false}), x.min >> shift, x.max >> shift};
        const int skip = shift / limb_bits, bits = shift % limb_bits;
        for (int i = skip; i < skip + words_for(result.min, result.max); ++i) {
            result.words.push_back(bits == 0 ? x.word(i)
                                             : builder_.emit(Opcode::shf_r, x.word(i), x.word(i + 1),
                                                             Operand(static_cast<uint32_t>(bits))));
        }
        result.sum = upper(x.words, shift);
        if (!x.sign.is_zero()) {
            const int top = limb_bits * static_cast<int>(x.words.size()) - shift;
            result.sum = result.sum + power_of(top) * mask_value(x.sign);
        }
        if (shift > 0) claim_at_most(builder_, power_of(shift) * result.sum, x.most);
        result.exact = collected(x.exact - power_of(x.places) * lower(x, shift));
        result.places = x.places + shift;
        result.least = x.least >> shift;
        result.most = x.most >> shift;
        return result;
    }

    // x ± floor(y / 2^-exponent).
    Integer add(const Integer& x, const Integer& y, SignedPower power) {
        const Integer row = shifted(y, -power.exponent);
        const mpz_class sign = power.negative ? -1 : 1;
        Integer result{{}, {}, x.worth, x.min, x.max};
        result.places = std::max(x.places, row.places);
        result.exact = collected(power_of(result.places - x.places) * x.exact +
                                 power_of(result.places - row.places) * (sign * row.exact));
        result.worth += y.worth.times(power);
        result.min += power.negative ? -row.max : row.min;
        result.max += power.negative ? -row.min : row.max;
        // x and y depend on the same h, which gives closer bounds
        const mpq_class at_h_max = result.worth.slope * h_max_;
        result.least = -floor_of(-result.worth.low - std::min<mpq_class>(at_h_max, 0));
        result.most = floor_of(result.worth.high + std::max<mpq_class>(at_h_max, 0));
        result.min = std::max(result.min, result.least);
        result.max = std::min(result.max, result.most);
        const int count = words_for(result.min, result.max);
        const bool is_signed = result.min < 0;
        if (words_for(result.least, result.most) != count || (result.least < 0) != is_signed) {
            result.least = result.min;
            result.most = result.max;
        }
        Words left, right;
        for (int i = 0; i < count + is_signed; ++i) {
            left.push_back(x.word(i));
            right.push_back(row.word(i));
        }
        result.words = sum(builder_, left, right, power.negative);
        if (is_signed) {
            result.sign = result.words.back();
            result.words.pop_back();
        }
        // words of x that nothing reads are absent
        const bool has_all = std::ssize(left) >= std::ssize(x.words) + !x.sign.is_zero();
        result.sum = (has_all ? x.value() : x.sum) + sign * row.sum;
        if (y.sign.is_zero()) {
            note(builder_, result.readable(), x.readable() + sign * value_above(y.words, -power.exponent));
        }
        claim_between(builder_, result.sum, result.least, result.most, scale_);
        claim_equal(builder_, result.value(), result.sum);
        claim_between(builder_, result.value(), result.least, result.most, scale_);
        if (!is_signed && count > 0)
            claim_at_most(builder_, number({result.words.back()}, count - 1), result.most);
        return result;
    }

  private:
    ir::Builder& builder_;
    mpz_class h_max_, scale_;
};

struct Quotient {
    Words words;
    ir::ClaimSum exact;  // 2^places times the quotient, in words that are read
    int places;
};

// floor(t/N), or one more.
Quotient quotient(ir::Builder& builder, const Words& t, const mpz_class& t_max, const SolinasShifts& shifts) {
    Sums sums(builder, shifts.h_max, scale(shifts));
    const int skip = shifts.dropped_bits() / limb_bits;
    Integer s = sums.h({t.begin() + std::min<ptrdiff_t>(skip, std::ssize(t)), t.end()});
    claim_at_most(builder, number({s.words.back()}, static_cast<int>(t.size()) - 1), t_max);
    claim_at_most(builder, number(s.words, skip), t_max);
    Integer next = Sums::constant(shifts.bias);
    for (const SignedPowers& factor : shifts.reciprocal) {
        // shortest rows first: their carry chains are short
        for (const SignedPower& power : std::views::reverse(factor)) next = sums.add(next, s, power);
        s = std::exchange(next, Sums::constant(0));
    }
    const Integer q = sums.shifted(s, shifts.guard);
    return {q.words, q.exact, q.places};
}

// x·2^shift modulo 2^(32·words).
Words shifted_up(ir::Builder& builder, const Words& x, int shift, int words) {
    const int skip = shift / limb_bits, bits = shift % limb_bits;
    const auto at = [&](int i) { return i >= 0 && i < std::ssize(x) ? x[i] : Operand(0u); };
    Words result = zeros(words);
    for (int i = skip; i < words; ++i) {
        const Operand low = at(i - skip - 1), high = at(i - skip);
        if (bits == 0)
            result[i] = high;
        else if (!low.is_zero() || !high.is_zero())
            result[i] = builder.emit(Opcode::shf_l, low, high, Operand(static_cast<uint32_t>(bits)));
    }
    return result;
}

// The words, the highest one signed.
ir::ClaimSum in_twos_complement(const Words& words) {
    ir::ClaimSum sum = number(words);
    sum.back().factors[0].reading = ir::ClaimTerm::Reading::in_twos_complement;
    return sum;
}

}  // namespace

Bounded solinas_reduce(ir::Builder& builder, const Bounded& t, const Modulus& modulus) {
    if (t.max < modulus.n()) return t;
    const int n = modulus.limbs();
    const SolinasShifts shifts = solinas_shifts(modulus, t.max).value();
    Words all = words_of(t.limbs);
    const Quotient q = quotient(builder, all, t.max, shifts);
    const mpz_class unit = power_of(q.places), least = -modulus.n(), most = modulus.n() - 1;
    const ir::ClaimSum difference = unit * number(all) - modulus.n() * q.exact;  // unit·(t - q·N)
    // t - q·N in two's complement, with a bit for the sign
    all.resize(n + (modulus.spare_bits() == 0), Operand(0u));
    Words r = all;
    ir::NoteSum readable = value(all);
    // The row of the highest power comes last: it has one word, and its lone difference, taken before a sum,
    // would cost an addition more on the pipe that does the most of them.
    for (const SignedPower& power : std::views::reverse(shifts.modulus)) {
        const Words row = shifted_up(builder, q.words, power.exponent, static_cast<int>(r.size()));
        r = sum(builder, r, row, !power.negative);
        readable = readable - mpz_class(power.negative ? -1 : 1) * power_of(power.exponent) * value(q.words);
        note(builder, value(r), readable, limb_bits * static_cast<int>(r.size()));
    }
    claim_at_most(builder, difference, unit * most);
    claim_at_most(builder, -1 * difference, -unit * least);
    const ir::ClaimSum signed_r = in_twos_complement(r);
    claim_equal(builder, unit * signed_r, difference);
    claim_at_most(builder, unit * signed_r, unit * most);
    claim_at_most(builder, -unit * signed_r, -unit * least);
    Operand mask = r.back();  // all ones if r is negative
    if (modulus.spare_bits() > 0) {
        const Operand sign = builder.emit(Opcode::shr, mask, Operand(uint32_t{limb_bits - 1}));
        mask = builder.emit(Opcode::sub, Operand(0u), sign);
    }
    r.resize(n);
    Words masked;
    for (int i = 0; i < n; ++i) {
        const uint32_t limb = modulus.limb(i);
        masked.push_back(limb == 0            ? Operand(0u)
                         : limb == UINT32_MAX ? mask
                                              : builder.emit(Opcode::bit_and, mask, Operand(limb)));
    }
    const Words result = sum(builder, r, masked, false);
    const ir::NoteSum N = named("N", constant_limbs(modulus.n(), n));
    note(builder, value(result), value(t.limbs) - value(q.words) * N - signed_value(mask) * N);
    claim_equal(builder, number(result), signed_r - modulus.n() * mask_value(mask));
    claim_at_most(builder, number(result), most);
    return {limbs_below(result, most), most};
}

}  // namespace limbsmith::algorithm
