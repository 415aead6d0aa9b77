// Masks: words of all zeros or all ones, for selections without branches.
#pragma once

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm {

using ir::Operand;

// All ones if the chain's borrow is set, else zero: 0 - 0 - borrow. Ends the chain. requires: a pending chain
// of sub.
inline Operand borrow_mask(ir::Chain& chain) {
    const Operand mask = chain.sub(Operand(0u), Operand(0u));
    chain.forget();
    return mask;
}

// All ones if x = 0, else zero: the borrow of x - 1.
inline Operand zero_mask(ir::Builder& builder, Operand x) {
    ir::Chain chain(builder);
    chain.sub(x, Operand(1u));
    return borrow_mask(chain);
}

// All ones if x != 0, else zero. The complement is free where and, or, xor or select reads it.
inline Operand nonzero_mask(ir::Builder& builder, Operand x) {
    return builder.emit(ir::Opcode::bit_not, zero_mask(builder, x));
}

// All ones if the top bit of x is set, else zero.
inline Operand sign_mask(ir::Builder& builder, Operand x) {
    const Operand bit = builder.emit(ir::Opcode::shr, x, Operand(uint32_t{limb_bits - 1}));
    return builder.emit(ir::Opcode::sub, Operand(0u), bit);
}

// 1 if the mask is all ones, 0 if it is zero.
inline Operand bit_of_mask(ir::Builder& builder, Operand mask) {
    return builder.emit(ir::Opcode::bit_and, mask, Operand(1u));
}

// yes where the mask is all ones, no where it is zero.
inline Words selected(ir::Builder& builder, Operand mask, const Words& yes, const Words& no) {
    Words words;
    for (size_t i = 0; i < yes.size(); ++i)
        words.push_back(builder.emit(ir::Opcode::select, mask, yes[i], no[i]));
    return words;
}

// The bitwise or of all words; zero exactly if all words are.
inline Operand or_all(ir::Builder& builder, const Words& words) {
    Operand any = words[0];
    for (size_t i = 1; i < words.size(); ++i) any = builder.emit(ir::Opcode::bit_or, any, words[i]);
    return any;
}

}  // namespace limbsmith::algorithm
