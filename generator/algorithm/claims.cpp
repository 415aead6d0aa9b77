#include "algorithm/claims.hpp"

#include <utility>

#include "algorithm/product.hpp"

namespace limbsmith::algorithm {

using ir::Claim, ir::ClaimSum, ir::ClaimTerm;

ClaimSum number(const Words& words, int at) {
    ClaimSum sum;
    for (int i = 0; i < static_cast<int>(words.size()); ++i) {
        if (!words[i].is_zero()) sum.push_back({mpz_class(1) << (limb_bits * (at + i)), {{words[i]}}});
    }
    return sum;
}

ClaimSum number(const Limbs& limbs, int at) { return number(words_of(limbs), at); }

ClaimSum upper(const Words& words, int shift) {
    const int skip = shift / limb_bits, bits = shift % limb_bits;
    if (skip >= static_cast<int>(words.size())) return {};
    ClaimSum sum;
    if (!words[skip].is_zero()) sum.push_back({1, {{words[skip], ClaimTerm::Reading::number, bits}}});
    for (int i = skip + 1; i < static_cast<int>(words.size()); ++i) {
        if (!words[i].is_zero()) sum.push_back({mpz_class(1) << (limb_bits * i - shift), {{words[i]}}});
    }
    return sum;
}

ClaimSum constant(const mpz_class& value) {
    if (value == 0) return {};
    return {{value, {}}};
}

ClaimSum mask_value(ir::Operand mask) { return {{1, {{mask, ir::ClaimTerm::Reading::in_twos_complement}}}}; }

ClaimSum flag_of(ir::Operand word, int at) {
    return {{mpz_class(1) << (limb_bits * at), {{word, ClaimTerm::Reading::flag}}}};
}

void claim_opaque(ir::Builder& builder, ir::Operand word) {
    builder.claim({Claim::Kind::opaque, {{1, {{word}}}}, {}});
}

void claim_at_most(ir::Builder& builder, const ClaimSum& number, const mpz_class& limit) {
    builder.claim({Claim::Kind::at_most, number, constant(limit)});
}

void claim_at_most(ir::Builder& builder, const ClaimSum& number, const ClaimSum& value) {
    builder.claim({Claim::Kind::at_most, number, value});
}

void claim_within(ir::Builder& builder, const ClaimSum& number, const mpz_class& limit) {
    builder.claim({Claim::Kind::within, number, constant(limit)});
}

void claim_part(ir::Builder& builder, const ClaimSum& part, const mpz_class& weight, const ClaimSum& number,
                const mpz_class& limit) {
    claim_at_most(builder, weight * part, number);
    claim_at_most(builder, weight * part, limit);
}

void claim_equal(ir::Builder& builder, ClaimSum number, ClaimSum value) {
    builder.claim({Claim::Kind::equal, std::move(number), std::move(value)});
}

void claim_congruent(ir::Builder& builder, ClaimSum number, ClaimSum value, int bits) {
    builder.claim({Claim::Kind::congruent, std::move(number), std::move(value), mpz_class(1) << bits});
}

void claim_signed(ir::Builder& builder, const Words& words, const ClaimSum& value, const mpz_class& min,
                  const mpz_class& max) {
    ClaimSum sum = number(words);
    sum.back().factors[0].reading = ir::ClaimTerm::Reading::in_twos_complement;
    claim_equal(builder, sum, value);
    claim_at_most(builder, sum, max);
    builder.claim({Claim::Kind::at_most, mpz_class(-1) * sum, constant(-min)});
}

}  // namespace limbsmith::algorithm
