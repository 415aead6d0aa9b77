#include "algorithm/accumulator.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "algorithm/claims.hpp"

namespace limbsmith::algorithm {

using ir::Opcode;

namespace {

__extension__ typedef unsigned __int128 uint128;  // sums of bounds go up to about 2^65

uint32_t saturated(uint128 value) { return static_cast<uint32_t>(std::min<uint128>(value, UINT32_MAX)); }

// The two words of a product.
struct Product {
    Limb lo, hi;
};

// y·c for a constant c that needs no multiplication: a power of two, or 2^32 - 1; else nullopt. Writes no
// flag.
std::optional<Product> product_by_constant(ir::Builder& builder, Limb y, uint32_t c) {
    const auto limb = [](ir::Operand word, uint128 max) { return Limb{word, saturated(max)}; };
    if (c == 1) return Product{y, {}};
    if (std::has_single_bit(c)) {
        const uint32_t k = static_cast<uint32_t>(std::countr_zero(c));
        Product product{limb(builder.emit(Opcode::shl, y.word, ir::Operand(k)), uint128{y.max} << k), {}};
        const uint32_t high_max = y.max >> (limb_bits - k);
        if (high_max) {
            product.hi = {builder.emit(Opcode::shr, y.word, ir::Operand(limb_bits - k)), high_max};
        }
        return product;
    }
    if (c == UINT32_MAX) {  // y·2^32 - y: low word -y, high word y - 1, or 0 if y = 0
        const ir::Operand lo = builder.emit(Opcode::sub, ir::Operand(0u), y.word);
        const ir::Operand any = builder.emit(Opcode::bit_or, y.word, lo);
        const ir::Operand borrow = builder.emit(Opcode::shr, any, ir::Operand(limb_bits - 1));
        const ir::Operand hi = builder.emit(Opcode::sub, y.word, borrow);
        const Product product{{lo, UINT32_MAX}, {hi, y.max - 1}};
        const ir::ClaimSum both = number(Limbs{product.lo, product.hi});
        claim_equal(builder, both, mpz_class(UINT32_MAX) * number(Words{y.word}));
        claim_at_most(builder, both, mpz_class(UINT32_MAX) * y.max);
        return product;
    }
    return std::nullopt;
}

std::optional<Product> product_by_constant(ir::Builder& builder, Limb x, Limb y) {
    if (!x.word.is_word) return product_by_constant(builder, y, x.word.value);
    if (!y.word.is_word) return product_by_constant(builder, x, y.word.value);
    return std::nullopt;
}

}  // namespace

void add_limb(ir::Chain& chain, Limb& limb, const Limb& other) {
    if (!other && !chain.pending()) return;
    if (!limb && !chain.pending()) {
        limb = other;
        return;
    }
    const uint64_t max = uint64_t{limb.max} + other.max + 1;
    const bool flag = chain.pending();
    limb.word = chain.add(limb ? limb.word : ir::Operand(0u), other ? other.word : ir::Operand(0u));
    limb.max = saturated(max - !flag);
    if (max - !flag <= UINT32_MAX) chain.forget();
}

void add_product(ir::Builder& builder, ir::Chain& chain, Limb x, Limb y, Limb& lo, Limb& hi, bool keep_hi) {
    if (const auto product = product_by_constant(builder, x, y)) {
        add_limb(chain, lo, product->lo);
        if (!keep_hi) return chain.forget();
        add_limb(chain, hi, product->hi);
        return;
    }
    const uint128 flag = chain.pending() ? 1 : 0;
    const uint128 product = uint128{x.max} * y.max;
    const uint128 sum = product + lo.max + (uint128{hi.max} << limb_bits) + flag;
    const bool hi_product = keep_hi && product > UINT32_MAX;

    if (flag || lo) {
        lo.word = chain.emit(Opcode::mad_lo, x.word, y.word, lo.word);
    } else {
        lo.word = builder.emit(Opcode::mul_lo, x.word, y.word);
    }
    const bool low_carries = product > UINT32_MAX ? (flag || lo) : product + lo.max + flag > UINT32_MAX;
    if (!low_carries) chain.forget();
    lo.max = saturated(product + lo.max + flag);
    if (!keep_hi) {
        chain.forget();
        return;
    }
    if (hi_product && (chain.pending() || hi)) {
        hi.word = chain.emit(Opcode::mad_hi, x.word, y.word, hi.word);
    } else if (hi_product) {
        hi.word = builder.emit(Opcode::mul_hi, x.word, y.word);
    } else if (chain.pending()) {
        hi.word = chain.add(hi.word, ir::Operand(0u));
    } else {
        return;  // the high word does not change
    }
    hi.max = saturated(sum >> limb_bits);
    if (sum >> (2 * limb_bits) == 0) chain.forget();
}

void add_flag(ir::Chain& chain, Limb& word) { add_limb(chain, word, {}); }

}  // namespace limbsmith::algorithm
