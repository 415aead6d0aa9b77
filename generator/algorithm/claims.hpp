// Claims about numbers in limbs, for the proof of the program that is being built (ir/claim.hpp).
#pragma once

#include <gmpxx.h>

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm {

// sum of words·2^(32·(at + i)), as terms of a claim
ir::ClaimSum number(const Words& words, int at = 0);
ir::ClaimSum number(const Limbs& limbs, int at = 0);
// floor(number(words) / 2^shift)
ir::ClaimSum upper(const Words& words, int shift);
ir::ClaimSum constant(const mpz_class& value);
// The terms of both; of one less the other; times a factor; the products of each term with each.
ir::ClaimSum operator+(ir::ClaimSum x, const ir::ClaimSum& y);
ir::ClaimSum operator-(ir::ClaimSum x, const ir::ClaimSum& y);
ir::ClaimSum operator*(const mpz_class& factor, ir::ClaimSum x);
ir::ClaimSum operator*(const ir::ClaimSum& x, const ir::ClaimSum& y);
// -1 where the mask is all ones, 0 where it is zero
ir::ClaimSum mask_value(ir::Operand mask);

// 2^(32·at) times the flag that was written with the word
ir::ClaimSum flag_of(ir::Operand word, int at);

// What the word is made of does not matter to later claims.
void claim_opaque(ir::Builder& builder, ir::Operand word);
// number <= limit. Absent limbs are zero.
void claim_at_most(ir::Builder& builder, const ir::ClaimSum& number, const mpz_class& limit);
// number <= value
void claim_at_most(ir::Builder& builder, const ir::ClaimSum& number, const ir::ClaimSum& value);
// 0 <= number <= limit, and what number is equal to is a sum of earlier words for which this can be shown.
void claim_within(ir::Builder& builder, const ir::ClaimSum& number, const mpz_class& limit);
// weight·part <= number <= limit, for words that are the upper part of a number, and what they say together.
void claim_part(ir::Builder& builder, const ir::ClaimSum& part, const mpz_class& weight,
                const ir::ClaimSum& number, const mpz_class& limit);
// number = value. requires: number has neither products nor words twice.
void claim_equal(ir::Builder& builder, ir::ClaimSum number, ir::ClaimSum value);
// number = value modulo 2^bits
void claim_congruent(ir::Builder& builder, ir::ClaimSum number, ir::ClaimSum value, int bits);
// The words, the highest one signed, are the two's complement of value, min <= value <= max.
void claim_signed(ir::Builder& builder, const Words& words, const ir::ClaimSum& value, const mpz_class& min,
                  const mpz_class& max);

}  // namespace limbsmith::algorithm
