#include "algorithm/digit/signed_digits.hpp"

#include <gmpxx.h>

#include <utility>

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm::digit {
namespace {

using ir::Builder, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

constexpr uint32_t sign_place = limb_bits - 1;

Operand constant(int64_t value) { return Operand(static_cast<uint32_t>(value)); }

// -1 if x < 0, else 0.
Operand negative(Builder& builder, Operand x) { return builder.emit(Opcode::sar, x, Operand(sign_place)); }

// Digits, and the transfer out of the top one.
struct Digits {
    Words digit;
    Operand carry;
};

// Normalises s_i = x_i ± y_i, |s_i| <= 2·bound. A transfer c has c - 1 = -[s < bound] - [s <= -bound].
class Transfers {
  public:
    Transfers(Builder& builder, const SignedDigits& digits) : builder_(builder), digits_(digits) {}

    Digits normal(Opcode op, const Words& x, const Words& y) {
        const int64_t radix = digits_.radix, bound = digits_.bound;
        Digits made;
        Operand below;  // the transfer from the digit below, minus 1
        for (size_t i = 0; i < x.size(); ++i) {
            // s - radix·c + c' is (s + offset) - radix·(c - 1) + (c' - 1)
            const int64_t offset = (i == 0 ? 0 : 1) - radix;
            const Operand s = builder_.emit(Opcode::add, builder_.emit(op, x[i], y[i]), constant(offset));
            const Operand is_less = negative(builder_, moved(s, -offset - bound)),
                          is_low = negative(builder_, moved(s, bound - 1 - offset));
            const Operand transfer = builder_.emit(Opcode::add, is_less, is_low);
            const Operand rest = builder_.emit(Opcode::mad_lo, transfer, constant(-radix), s);
            made.digit.push_back(i == 0 ? rest : builder_.emit(Opcode::add, rest, below));
            below = transfer;
        }
        made.carry = moved(below, 1);
        return made;
    }

  private:
    Operand moved(Operand x, int64_t by) { return by == 0 ? x : builder_.emit(Opcode::add, x, constant(by)); }

    Builder& builder_;
    const SignedDigits digits_;
};

Words number(Builder& builder, const char* name, const SignedDigits& digits) {
    return builder.input(name, repr::num_in(digits), digits.count);
}

ExprPtr sum_of(Opcode op) { return op == Opcode::add ? var("a") + var("b") : var("a") - var("b"); }

ir::Program sum(const char* name, Opcode op, const SignedDigits& digits, FlagOut carry) {
    Builder builder(name);
    const Words a = number(builder, "a", digits), b = number(builder, "b", digits);
    Digits r = Transfers(builder, digits).normal(op, a, b);
    builder.output("r", repr::num_in(digits), std::move(r.digit));
    const ExprPtr Q = end_of_digits(digits);
    const ExprPtr value = sum_of(op);
    if (carry == FlagOut::no) return std::move(builder).finish({{}, var("r") % Q, value % Q, {}});
    builder.output("carry", repr::transfer, {r.carry});
    return std::move(builder).finish({{}, var("r") + Q * var("carry"), value, {}});
}

ir::Program lane_sum(const char* name, Opcode op, const SignedDigits& digits) {
    Builder builder(name);
    const Words a = number(builder, "a", digits), b = number(builder, "b", digits);
    Digits r = Transfers(builder, digits).normal(op, a, b);
    builder.output("r", repr::open_in(digits), std::move(r.digit));
    builder.output("carry", repr::transfer, {r.carry});
    return std::move(builder).finish(
        {{}, var("r") + end_of_digits(digits) * var("carry"), sum_of(op), {{"carry", ir::integer(2)}}});
}

// The sign of a number from its digits: sign(x·q^i + y) = sign(2·x + sign(y)) for the number y of the digits below, as
// |y| < q^i.
Operand sign_of(Builder& builder, const Words& digits) {
    Operand sign;
    for (size_t i = 0; i < digits.size(); ++i) {
        Operand x = digits[i];
        if (i > 0) x = builder.emit(Opcode::add, builder.emit(Opcode::add, x, x), sign);
        const Operand minus = builder.emit(Opcode::sub, Operand(0u), x);
        sign = builder.emit(Opcode::add, negative(builder, x),
                            builder.emit(Opcode::shr, minus, Operand(sign_place)));
    }
    return sign;
}

ir::Program with_sign(Builder builder, const Words& digits, const ExprPtr& less, const ExprPtr& more) {
    builder.output("r", ir::signed_word, {sign_of(builder, digits)});
    return std::move(builder).finish(
        {{}, var("r"), ir::less(less, more) - ir::less(more, less), {{"r", ir::integer(2)}}});
}

}  // namespace

ExprPtr end_of_digits(const SignedDigits& digits) {
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), digits.radix, static_cast<unsigned long>(digits.count));
    return ir::constant("Q", power.get_str(16));
}

ir::Program add(const SignedDigits& digits, FlagOut carry) { return sum("add", Opcode::add, digits, carry); }
ir::Program sub(const SignedDigits& digits, FlagOut carry) { return sum("sub", Opcode::sub, digits, carry); }

ir::Program neg(const SignedDigits& digits) {
    Builder builder("neg");
    Words r;
    for (const Operand digit : number(builder, "a", digits))
        r.push_back(builder.emit(Opcode::sub, Operand(0u), digit));
    builder.output("r", repr::num_in(digits), r);
    return std::move(builder).finish({{}, var("r"), ir::integer(0) - var("a"), {}});
}

ir::Program sign(const SignedDigits& digits) {
    Builder builder("sign");
    const Words a = number(builder, "a", digits);
    return with_sign(std::move(builder), a, ir::integer(0), var("a"));
}

ir::Program compare(const SignedDigits& digits) {
    Builder builder("compare");
    const Words a = number(builder, "a", digits), b = number(builder, "b", digits);
    Digits difference = Transfers(builder, digits).normal(Opcode::sub, a, b);
    difference.digit.push_back(difference.carry);
    return with_sign(std::move(builder), difference.digit, var("b"), var("a"));
}

ir::Program lane_add(const SignedDigits& digits) { return lane_sum("lane_add", Opcode::add, digits); }
ir::Program lane_sub(const SignedDigits& digits) { return lane_sum("lane_sub", Opcode::sub, digits); }

ir::Program add_transfer(const SignedDigits& digits) {
    Builder builder("add_transfer");
    Words r = builder.input("a", repr::open_in(digits), digits.count);
    r[0] = builder.emit(Opcode::add, r[0], builder.input("in", repr::transfer, 1)[0]);
    builder.output("r", repr::num_in(digits), r);
    return std::move(builder).finish({{{"in", ir::integer(2)}}, var("r"), var("a") + var("in"), {}});
}

}  // namespace limbsmith::algorithm::digit
