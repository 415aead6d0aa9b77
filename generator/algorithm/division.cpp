#include "algorithm/division.hpp"

#include "algorithm/division_contracts.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/product.hpp"
#include "algorithm/range.hpp"
#include "algorithm/reciprocal.hpp"
#include "algorithm/row_accumulator.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::var;

namespace {

// x·2^(count mod 32), one word longer than x.
Words shifted_by_bits(Builder& builder, const Words& x, Operand count) {
    Words r;
    for (size_t i = 0; i <= x.size(); ++i) {
        const Operand low = i == 0 ? Operand(0u) : x[i - 1], high = i < x.size() ? x[i] : Operand(0u);
        r.push_back(builder.emit(Opcode::shf_l, low, high, count));
    }
    return r;
}

struct Normalized {
    Words words;    // x·2^count, the top bit set
    Operand count;  // leading zero bits that were removed
};

// Moves `words` up by `distance` words and adds to `count`, if the top `distance` words are zero.
void skip_zero_words(Builder& builder, Normalized& x, int distance) {
    const int n = static_cast<int>(x.words.size());
    const Operand zero = zero_mask(builder, or_all(builder, Words(x.words.end() - distance, x.words.end())));
    Words moved;
    for (int i = 0; i < n; ++i) {
        const Operand below = i < distance ? Operand(0u) : x.words[i - distance];
        moved.push_back(builder.emit(Opcode::select, zero, below, x.words[i]));
    }
    const Operand bits(static_cast<uint32_t>(limb_bits * distance));
    x = {moved, builder.emit(Opcode::add, x.count, builder.emit(Opcode::bit_and, zero, bits))};
}

// Normalises by a binary search for the top bit; 0 counts as 1.
Normalized normalized(Builder& builder, const Words& words) {
    Normalized x{words, Operand(0u)};
    for (int may_be_zero = static_cast<int>(words.size()) - 1; may_be_zero > 0; may_be_zero /= 2)
        skip_zero_words(builder, x, (may_be_zero + 1) / 2);
    Operand& top = x.words.back();
    top = builder.emit(Opcode::sub, top, zero_mask(builder, top));
    Operand shifted = top;
    for (uint32_t bits = limb_bits / 2; bits > 0; bits /= 2) {
        Chain chain(builder);  // borrows if the top `bits` bits are zero
        chain.sub(shifted, Operand(uint32_t{1} << (limb_bits - bits)));
        const Operand count = builder.emit(Opcode::bit_and, borrow_mask(chain), Operand(bits));
        shifted = builder.emit(Opcode::shl, shifted, count);
        x.count = builder.emit(Opcode::add, x.count, count);
    }
    x.words = shifted_by_bits(builder, x.words, x.count);
    x.words.pop_back();
    builder.part({{{"b", words}}, {{"d", x.words}, {"count", {x.count}}}});
    return x;
}

// Quotient and remainder as one number: q + 2^(32·limbs)·remainder.
ExprPtr both(Width width, ExprPtr q, ExprPtr remainder) { return q + container(width) * remainder; }

TwoWords top_of(const Words& d) { return {d[d.size() - 1], d[d.size() - 2]}; }

// For three limbs or more. The quotient by the top words is exact or one too large; a row of products with -d
// gives the remainder, and d is added back if that is negative.
QuotientWord divide_by_row(Builder& builder, const Words& u, const Words& d, const Words& minus_d,
                           Operand v) {
    const size_t n = d.size();
    const TwoWords top = top_of(d);
    Operand q = divide(builder, u[n], u[n - 1], u[n - 2], top, v).quotient;
    // if the top words of u equal those of d, the quotient is B - 1, and divide() does not apply
    Chain compare(builder);
    compare.sub(u[n - 1], top.low);
    compare.sub(u[n], top.high);
    q = builder.emit(Opcode::select, borrow_mask(compare), q, Operand(UINT32_MAX));

    const Width width{limb_bits * static_cast<int>(n)}, wider{limb_bits * static_cast<int>(n + 1)};
    RowAccumulator sum(builder, static_cast<int>(n + 1));
    sum.start_from(bounded(u, wider), max_of(bounded(u, wider)));
    const Limb factor{q, UINT32_MAX};
    sum.add_row(bounded(minus_d, width), factor, 0, max_of(bounded(minus_d, width)) * UINT32_MAX);
    sum.note(value(u) + value(minus_d) * value(Words{q}));
    Words r = words_of(sum.finish(0));  // u - q·d + q·B^n
    builder.part({{{"u", u}, {"minus_d", minus_d}, {"q", {q}}}, {{"sum", r}}});
    const Operand too_large = builder.emit(Opcode::sub, r.back(), q);
    r.pop_back();
    Chain back(builder);
    for (size_t i = 0; i < n; ++i)
        r[i] = back.sub(r[i], builder.emit(Opcode::bit_and, minus_d[i], too_large));
    const Operand right = builder.emit(Opcode::add, q, too_large);
    builder.part(
        {{{"r", Words(u.begin() + 1, u.end())}, {"low", {u[0]}}, {"d", d}, {"minus_d", minus_d}, {"v", {v}}},
         {{"remainder", r}, {"q", {right}}}});
    return {right, r};
}

}  // namespace

ir::Program divrem1(Width width) {
    Builder builder("divrem1");
    const Words a = builder.input("a", repr::num, width.limbs());
    const Operand d = builder.input("d", repr::word, 1)[0];
    const Normalized divisor = normalized(builder, {d});
    const Operand v = reciprocal(builder, divisor.words[0]), by_zero = zero_mask(builder, d);
    Words u = shifted_by_bits(builder, a, divisor.count), q(a.size());
    builder.part({{{"a", a}, {"count", {divisor.count}}}, {{"u", u}}});
    Operand r = u.back();
    for (size_t i = a.size(); i-- > 0;) {
        const QuotientWord step = divide(builder, r, u[i], divisor.words[0], v);
        q[i] = builder.emit(Opcode::bit_or, step.quotient, by_zero);
        r = step.remainder[0];
    }
    const Operand moved = r;
    r = builder.emit(Opcode::shr, moved, divisor.count);
    builder.part({{{"a", {moved}}, {"count", {divisor.count}}}, {{"r", {r}}}});
    builder.output("q", repr::num, q);
    builder.output("remainder", repr::word, {builder.emit(Opcode::select, by_zero, a[0], r)});
    return std::move(builder).finish(
        {{any_num(width, "a"), any_word("d")},
         both(width, var("q"), var("remainder")),
         if_else(var("d"), both(width, var("a") / var("d"), var("a") % var("d")),
                 both(width, container(width) - ir::integer(1), var("a") % ir::pow2(limb_bits))),
         {any_num(width, "q"), any_word("remainder")}});
}

ir::Program divisor(Width width) {
    Builder builder("divisor");
    const Normalized d = normalized(builder, builder.input("b", repr::num, width.limbs()));
    builder.output("d", repr::num, d.words);
    builder.output("count", repr::word, {d.count});
    builder.output(
        "v", repr::word,
        {width.limbs() > 1 ? reciprocal(builder, top_of(d.words)) : reciprocal(builder, d.words[0])});
    return std::move(builder).finish(
        {{any_num(width, "b")},
         var("d") - if_else(var("b"), var("b"), ir::integer(1)) * exp2(var("count")),
         ir::integer(0),
         {normalized_bound(width, "d"),
          {"count", ir::integer(width.container_bits())},
          exactly("v", reciprocal_of(width, var("d")))}});
}

ir::Program dividend(Width width) {
    Builder builder("dividend");
    const Words a = builder.input("a", repr::num, width.limbs());
    const Operand count = builder.input("count", repr::word, 1)[0];
    const Words u = shifted_by_bits(builder, a, count);
    builder.output("r", repr::num, Words(u.begin() + 1, u.end()));
    builder.output("low", repr::word, {u[0]});
    const ExprPtr bits = var("count") % ir::integer(limb_bits);
    return std::move(builder).finish({{any_num(width, "a"), any_word("count")},
                                      ir::pow2(limb_bits) * var("r") + var("low"),
                                      var("a") * exp2(bits),
                                      {any_num(width, "r"), any_word("low")}});
}

ir::Program quotient_limb(Width width) {
    Builder builder("quotient_limb");
    Words u = builder.input("r", repr::num, width.limbs());
    u.insert(u.begin(), builder.input("low", repr::word, 1)[0]);
    const Words d = builder.input("d", repr::num, width.limbs());
    const Words minus_d = builder.input("minus_d", repr::num, width.limbs());
    const Operand v = builder.input("v", repr::word, 1)[0];
    const QuotientWord step = width.limbs() == 1   ? divide(builder, u[1], u[0], d[0], v)
                              : width.limbs() == 2 ? divide(builder, u[2], u[1], u[0], top_of(d), v)
                                                   : divide_by_row(builder, u, d, minus_d, v);
    builder.output("remainder", repr::num, step.remainder);
    builder.output("q", repr::word, {step.quotient});
    return std::move(builder).finish(quotient_contract(width));
}

ir::Program divrem_meaning(Width width) {
    Builder builder("divrem");
    builder.input("a", repr::num, width.limbs());
    builder.input("b", repr::num, width.limbs());
    builder.output("q", repr::num, zeros(width.limbs()));
    builder.output("remainder", repr::num, zeros(width.limbs()));
    return std::move(builder).finish({{any_num(width, "a"), any_num(width, "b")},
                                      both(width, var("q"), var("remainder")),
                                      if_else(var("b"), both(width, var("a") / var("b"), var("a") % var("b")),
                                              both(width, container(width) - ir::integer(1), var("a"))),
                                      {any_num(width, "q"), any_num(width, "remainder")}});
}

}  // namespace limbsmith::algorithm
