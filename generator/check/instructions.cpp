// The table of instructions; docs/proofs.md says why each line is true.
#include "check/meaning.hpp"

namespace limbsmith::check {

using ir::Opcode;

// The equation of the result stands first; new values state their facts while it is made. The range of the
// result comes last.
void Meaning::add(const ir::Instruction& in) {
    facts_ = &instructions_.emplace_back(1);
    require(ir::flag_kind(in.op) != ir::FlagKind::none || (!in.flag_in && !in.flag_out),
            "an instruction without carry reads or writes a flag");
    for (int s = 0; s < ir::arity(in.op); ++s) value(in.src[s]);
    const Polynomial sum = result(in);
    define(in.dst);
    const Polynomial r = value(in.dst);
    facts_->front() = {Fact::Kind::zero, r - sum};
    learn_range(r, base_);
}

Polynomial Meaning::result(const ir::Instruction& in) {
    const ir::Operand x = in.src[0], y = in.src[1], z = in.src[2];
    const auto carry_in = [&]() -> Polynomial {
        if (!in.flag_in) return 0;
        require(in.flag_in->id < flag_is_defined_.size() && flag_is_defined_[in.flag_in->id],
                "a flag is read before it is written");
        return Polynomial::of(flag(in.flag_in->id));
    };
    // B·carry. The carry or borrow is a hidden value if no flag is written.
    const auto carry_out = [&] {
        if (!in.flag_out) return base_ * hidden(2);
        const uint32_t id = in.flag_out->id;
        require(id < flag_is_defined_.size() && !flag_is_defined_[id], "a flag is written twice");
        flag_is_defined_[id] = true;
        learn_range(Polynomial::of(flag(id)), 2);
        return base_ * Polynomial::of(flag(id));
    };
    // The high word of the product of x and y in two's complement: with x - B·sign for x, and so for y, the high half
    // of the product lies above -B and below B.
    const auto signed_high = [&] {
        const Polynomial high = product(x, y).high, of_x = sign(x), of_y = sign(y);
        return high - of_x * value(y) - of_y * value(x) + base_ * of_x * of_y + base_ * hidden(2);
    };
    const auto sum = [&](const Polynomial& part) {
        const Polynomial in_flag = carry_in();
        return part + value(z) + in_flag - carry_out();
    };
    switch (in.op) {
        case Opcode::add: {
            const Polynomial in_flag = carry_in();
            return value(x) + value(y) + in_flag - carry_out();
        }
        case Opcode::sub: {
            const Polynomial in_flag = carry_in();
            return value(x) - value(y) - in_flag + carry_out();
        }
        case Opcode::mul_lo: return product(x, y).low;
        case Opcode::mul_hi: return product(x, y).high;
        case Opcode::mul_his: return signed_high();
        case Opcode::mad_lo: return sum(product(x, y).low);
        case Opcode::mad_hi: return sum(product(x, y).high);
        case Opcode::mad_his: return sum(signed_high());
        case Opcode::bit_not: return last_ - value(x);
        case Opcode::bit_and: return both(x, y);
        case Opcode::bit_or: return value(x) + value(y) - both(x, y);
        case Opcode::bit_xor: return value(x) + value(y) - 2 * both(x, y);
        case Opcode::select: {
            const Polynomial first = both(x, y);
            return first + bits_of_both(last_ - value(x), value(z));
        }
        case Opcode::min: return value(x) + is_less(value(y), value(x)) * (value(y) - value(x));
        case Opcode::shl:
        case Opcode::shr:
        case Opcode::sar: return shift(in);
        case Opcode::shf_l:
        case Opcode::shf_r: return funnel_shift(in);
    }
    throw Unsupported("no such instruction");
}

Polynomial Meaning::shift(const ir::Instruction& in) {
    const ir::Operand x = in.src[0], y = in.src[1];
    const bool is_long = !y.is_word && y.value >= bits_;
    if (in.op == Opcode::sar) {
        // x - B·sign = 2^(y mod W)·(high - B·sign) + low
        const Polynomial negative = sign(x);
        if (is_long || (!y.is_word && y.value == bits_ - 1)) return last_ * negative;
        const auto [power, fits] = amount(y);
        const Polynomial high = hidden(base_), low = hidden(power);
        learn_zero(value(x) - base_ * negative - power * (high - base_ * negative) - low);
        return fits * high + (1 - fits) * last_ * negative;
    }
    if (is_long) return 0;
    const auto [power, fits] = amount(y);
    if (in.op == Opcode::shr) return fits * split(x, y).high;
    return fits * power * value(x) - base_ * hidden(power);
}

// y:x = B·(B·high + middle) + low, shifted to the left, or B·2^s·high + 2^s·middle + low.
Polynomial Meaning::funnel_shift(const ir::Instruction& in) {
    const bool is_left = in.op == Opcode::shf_l, is_constant = !in.src[2].is_word;
    const Polynomial power = amount(in.src[2]).power, base = base_;
    const Polynomial unit = is_left ? base : power;
    const Polynomial middle = hidden(base_);
    const Polynomial right = is_constant ? mpz_class(base_ / power.constant()) : base_;
    const Polynomial high = hidden(is_left ? power : right), low = hidden(unit);
    const Polynomial shifted = (base * value(in.src[1]) + value(in.src[0])) * (is_left ? power : 1);
    learn_zero(shifted - base * unit * high - unit * middle - low);
    return middle;
}

}  // namespace limbsmith::check
