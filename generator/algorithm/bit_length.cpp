#include "algorithm/bit_length.hpp"

#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::Opcode, ir::var;

ir::Program bit_length(Width width) {
    Builder builder("bit_length");
    const Words a = builder.input("a", repr::num, width.limbs());
    // the highest limb that is not zero, and the bits below it
    Operand top = a[0], r(0u);
    for (int i = 1; i < width.limbs(); ++i) {
        const Operand is_zero = zero_mask(builder, a[i]);
        top = builder.emit(Opcode::select, is_zero, top, a[i]);
        r = builder.emit(Opcode::select, is_zero, r, Operand(static_cast<uint32_t>(limb_bits * i)));
    }
    // a binary search for its highest bit
    for (uint32_t bits = limb_bits / 2; bits > 0; bits /= 2) {
        Chain chain(builder);  // borrows if the limb is below 2^bits
        chain.sub(top, Operand(uint32_t{1} << bits));
        const Operand reaches = builder.emit(Opcode::bit_not, borrow_mask(chain));
        const Operand skipped = builder.emit(Opcode::bit_and, reaches, Operand(bits));
        top = builder.emit(Opcode::shr, top, skipped);
        r = builder.emit(Opcode::add, r, skipped);
    }
    r = builder.emit(Opcode::add, r, top);  // 0 or 1 is left
    builder.output("r", repr::word, {r});
    const ir::ExprPtr one = ir::integer(1);
    return std::move(builder).finish({{any_num(width, "a")},
                                      ((ir::integer(2) * var("a")) | one) / exp2(var("r")),
                                      one,
                                      {{"r", ir::integer(width.container_bits()) + one}}});
}

ir::Program word_bit_length() {
    ir::Program made = bit_length({limb_bits});
    made.name = "word_bit_length";
    made.inputs[0].representation = repr::word;
    return made;
}

}  // namespace limbsmith::algorithm
