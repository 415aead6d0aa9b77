// Claims about numbers in limbs, for the proof of the program that is being built (ir/claim.hpp).
#pragma once

#include <gmpxx.h>

#include "algorithm/limb.hpp"
#include "algorithm/sum.hpp"

namespace limbsmith::algorithm {

// The terms Σ words_i·2^(32·(at + i)).
ir::ClaimSum number(const Words& words, int at = 0);
ir::ClaimSum number(const Limbs& limbs, int at = 0);
// floor(number(words) / 2^shift).
ir::ClaimSum upper(const Words& words, int shift);
ir::ClaimSum constant(const mpz_class& value);
// -1 if the mask is all ones, 0 if it is zero.
ir::ClaimSum mask_value(ir::Operand mask);

// 2^(32·at) times the flag written with the word.
ir::ClaimSum flag_of(ir::Operand word, int at);

// Later claims do not look into the definition of the word.
void claim_opaque(ir::Builder& builder, ir::Operand word);
// number <= limit. Absent limbs are zero.
void claim_at_most(ir::Builder& builder, const ir::ClaimSum& number, const mpz_class& limit);
// number <= value.
void claim_at_most(ir::Builder& builder, const ir::ClaimSum& number, const ir::ClaimSum& value);
// 0 <= number <= limit; proved through a sum of earlier words that equals number.
void claim_within(ir::Builder& builder, const ir::ClaimSum& number, const mpz_class& limit);
// weight·part <= number <= limit, where `part` holds the upper words of number, and the joint limit that
// follows for them.
void claim_part(ir::Builder& builder, const ir::ClaimSum& part, const mpz_class& weight,
                const ir::ClaimSum& number, const mpz_class& limit);
// number = value. requires: no term of `number` is a product, and no word occurs twice.
void claim_equal(ir::Builder& builder, ir::ClaimSum number, ir::ClaimSum value);
// number = value modulo 2^bits.
void claim_congruent(ir::Builder& builder, ir::ClaimSum number, ir::ClaimSum value, int bits);
// The words, the highest one signed, are value in two's complement; min <= value <= max.
void claim_signed(ir::Builder& builder, const Words& words, const ir::ClaimSum& value, const mpz_class& min,
                  const mpz_class& max);

}  // namespace limbsmith::algorithm
