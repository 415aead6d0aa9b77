#include "algorithm/add_sub.hpp"

#include "algorithm/claims.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::Opcode, ir::var;

namespace {

Words add_chain(Chain& chain, const Words& a, const Words& b) {
    Words sum;
    for (size_t i = 0; i < a.size(); ++i) sum.push_back(chain.add(a[i], b[i]));
    return sum;
}

Words sub_chain(Chain& chain, const Words& a, const Words& b) {
    Words difference;
    for (size_t i = 0; i < a.size(); ++i) difference.push_back(chain.sub(a[i], b[i]));
    return difference;
}

Words masked(Builder& builder, const Words& words, Operand mask) {
    Words result;
    for (Operand word : words) result.push_back(builder.emit(Opcode::bit_and, word, mask));
    return result;
}

ir::Bound below(std::string name, std::string modulus) { return {std::move(name), var(std::move(modulus))}; }

}  // namespace

ir::Program add(Width width, FlagOut carry) {
    Builder builder("add");
    const auto [a, b] = two_numbers(builder, width);
    Chain chain(builder);
    builder.output("r", repr::num, add_chain(chain, a, b));
    const std::vector<ir::Bound> requires_{any_num(width, "a"), any_num(width, "b")};
    if (carry == FlagOut::no) {
        return std::move(builder).finish(
            {requires_, var("r"), (var("a") + var("b")) % container(width), {any_num(width, "r")}});
    }
    builder.output("carry", repr::word, {chain.add(Operand(0u), Operand(0u))});
    return std::move(builder).finish({requires_,
                                      var("r") + container(width) * var("carry"),
                                      var("a") + var("b"),
                                      {any_num(width, "r"), one_bit("carry")}});
}

ir::Program sub(Width width, FlagOut borrow) {
    Builder builder("sub");
    const auto [a, b] = two_numbers(builder, width);
    Chain chain(builder);
    builder.output("r", repr::num, sub_chain(chain, a, b));
    const std::vector<ir::Bound> requires_{any_num(width, "a"), any_num(width, "b")};
    if (borrow == FlagOut::no) {
        return std::move(builder).finish(
            {requires_, var("r"), (var("a") - var("b")) % container(width), {any_num(width, "r")}});
    }
    builder.output("borrow", repr::word, {bit_of_mask(builder, borrow_mask(chain))});
    return std::move(builder).finish({requires_,
                                      var("r") - container(width) * var("borrow"),
                                      var("a") - var("b"),
                                      {any_num(width, "r"), one_bit("borrow")}});
}

ir::Program neg(Width width) {
    Builder builder("neg");
    const Words a = builder.input("a", repr::num, width.limbs());
    Chain chain(builder);
    builder.output("r", repr::num, sub_chain(chain, zeros(width.limbs()), a));
    return std::move(builder).finish({{any_num(width, "a")},
                                      var("r"),
                                      (ir::integer(0) - var("a")) % container(width),
                                      {any_num(width, "r")}});
}

ir::Program cneg(Width width) {
    Builder builder("cneg");
    const Operand condition = builder.input("condition", repr::word, 1)[0];
    const Words a = builder.input("a", repr::num, width.limbs());
    const Operand keep = zero_mask(builder, condition);
    Chain chain(builder);
    builder.output("r", repr::num, selected(builder, keep, a, sub_chain(chain, zeros(width.limbs()), a)));
    return std::move(builder).finish(
        {{any_word("condition"), any_num(width, "a")},
         var("r"),
         if_else(var("condition"), ir::integer(0) - var("a"), var("a")) % container(width),
         {any_num(width, "r")}});
}

ir::Program mod_add(Width width) {
    Builder builder("mod_add");
    const auto [a, b] = two_numbers(builder, width);
    const Words m = builder.input("m", repr::num, width.limbs());
    Chain sum_chain(builder);
    const Words sum = add_chain(sum_chain, a, b);
    // a + b < 2m can exceed the container only if the width fills it
    const Operand carry = width.is_full() ? sum_chain.add(Operand(0u), Operand(0u)) : Operand(0u);
    Words whole_sum = sum;
    whole_sum.push_back(carry);
    claim_at_most(builder, number(whole_sum), (mpz_class(2) << width.bits) - 2);
    Chain reduce(builder);
    const Words reduced = sub_chain(reduce, sum, m);
    // carry - borrow: all ones exactly if a + b < m (carry = 1 implies borrow = 1)
    const Operand keep = reduce.sub(carry, Operand(0u));
    Words whole = reduced;
    whole.push_back(keep);
    const mpz_class most = mpz_class(1) << width.container_bits();
    claim_signed(builder, whole, number(a) + number(b) - number(m), -most, most - 1);
    const Words r = selected(builder, keep, sum, reduced);
    claim_equal(builder, number(r), number(a) + number(b) - (constant(1) + mask_value(keep)) * number(m));
    builder.output("r", repr::num, r);
    return std::move(builder).finish({{below("a", "m"), below("b", "m"), in_width(width, "m")},
                                      var("r"),
                                      (var("a") + var("b")) % var("m"),
                                      {below("r", "m")}});
}

ir::Program mod_sub(Width width) {
    Builder builder("mod_sub");
    const auto [a, b] = two_numbers(builder, width);
    const Words m = builder.input("m", repr::num, width.limbs());
    Chain chain(builder);
    const Words difference = sub_chain(chain, a, b);
    const Words correction = masked(builder, m, borrow_mask(chain));
    Chain correct(builder);
    builder.output("r", repr::num, add_chain(correct, difference, correction));
    return std::move(builder).finish({{below("a", "m"), below("b", "m"), in_width(width, "m")},
                                      var("r"),
                                      (var("a") - var("b")) % var("m"),
                                      {below("r", "m")}});
}

ir::Program mod_neg(Width width) {
    Builder builder("mod_neg");
    const Words a = builder.input("a", repr::num, width.limbs());
    const Words m = builder.input("m", repr::num, width.limbs());
    const Operand keep = nonzero_mask(builder, or_all(builder, a));  // -0 is 0, not m
    Chain chain(builder);
    builder.output("r", repr::num, masked(builder, sub_chain(chain, m, a), keep));
    return std::move(builder).finish({{below("a", "m"), in_width(width, "m")},
                                      var("r"),
                                      (ir::integer(0) - var("a")) % var("m"),
                                      {below("r", "m")}});
}

}  // namespace limbsmith::algorithm
