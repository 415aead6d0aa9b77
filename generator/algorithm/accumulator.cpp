#include "algorithm/accumulator.hpp"

#include <algorithm>

namespace limbsmith::algorithm {

using ir::Opcode;

namespace {

__extension__ typedef unsigned __int128 uint128;  // sums of bounds go up to about 2^65

uint32_t saturated(uint128 value) { return static_cast<uint32_t>(std::min<uint128>(value, UINT32_MAX)); }

}  // namespace

void add_product(ir::Builder& builder, ir::Chain& chain, Limb x, Limb y, Limb& lo, Limb& hi, bool keep_hi) {
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
        return;  // the high word stays as it is
    }
    hi.max = saturated(sum >> limb_bits);
    if (sum >> (2 * limb_bits) == 0) chain.forget();
}

void add_flag(ir::Chain& chain, Limb& word) {
    word.word = chain.add(word.word, ir::Operand(0u));
    if (word.max != UINT32_MAX) {
        ++word.max;
        chain.forget();
    }
}

}  // namespace limbsmith::algorithm
