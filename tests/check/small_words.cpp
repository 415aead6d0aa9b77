#include "small_words.hpp"

#include <algorithm>
#include <stdexcept>

namespace limbsmith::test {
namespace {

using ir::Opcode, ir::Operand;

// floor(x / y) for y > 0
Integer floor_of(Integer x, Integer y) { return x >= 0 ? x / y : -((-x + y - 1) / y); }

}  // namespace

SmallRun::SmallRun(const ir::Program& program, int bits, const std::vector<uint32_t>& inputs)
    : program_(program),
      bits_(static_cast<uint32_t>(bits)),
      base_(Integer{1} << bits),
      values_(program.words + program.flags) {
    size_t next = 0;
    for (const ir::Input& input : program.inputs) {
        for (ir::Word in : input.words) values_[in.id] = inputs[next++];
    }
    for (const ir::Instruction& in : program.body) run(in);
}

void SmallRun::product(Operand x, Operand y) {
    if (!products_.emplace(std::minmax(key(x), key(y)), true).second) return;
    hide(value(x) * value(y) % base_);
    hide(value(x) * value(y) / base_);
}

void SmallRun::both(Operand x, Operand y) {
    if (!both_.emplace(std::minmax(key(x), key(y)), true).second) return;
    hide(value(x) & value(y));
    const auto is_mask = [](Operand it) {
        return !it.is_word && it.value != 0 && (it.value & (uint64_t{it.value} + 1)) == 0;
    };
    if (is_mask(x)) {
        hide(value(y) / (value(x) + 1));
    } else if (is_mask(y)) {
        hide(value(x) / (value(y) + 1));
    }
}

void SmallRun::amount(Operand y) {
    if (!y.is_word || !amounts_.emplace(key(y), true).second) return;
    hide(value(y) / bits_);
    hide(value(y) % bits_);
    hide(Integer{1} << static_cast<int>(value(y) % bits_));
    hide(value(y) < bits_ ? 1 : 0);
}

void SmallRun::split(Operand x, Operand y) {
    amount(y);
    if (!splits_.emplace(std::pair(key(x), key(y)), true).second) return;
    hide(value(x) >> static_cast<int>(value(y) % bits_));
    hide(value(x) & ((Integer{1} << static_cast<int>(value(y) % bits_)) - 1));
}

void SmallRun::run(const ir::Instruction& in) {
    const Operand x = in.src[0], y = in.src[1], z = in.src[2];
    const Integer a = value(x), b = value(y), d = value(z);
    const Integer c = in.flag_in ? values_[program_.words + in.flag_in->id] : 0;
    Integer r = 0;
    const auto carry = [&](Integer flag) {
        if (in.flag_out) {
            values_[program_.words + in.flag_out->id] = flag;
        } else {
            hide(flag);
        }
    };
    const auto add = [&](Integer sum) { carry((r = sum) / base_); };
    const auto signed_high = [&] {
        product(x, y), sign(x), sign(y);
        const Integer high = floor_of(as_signed(x) * as_signed(y), base_);
        hide(high < 0);
        return high < 0 ? high + base_ : high;
    };
    const bool is_long = b >= bits_;
    const int by = static_cast<int>(b % bits_), funnel = static_cast<int>(d % bits_);
    switch (in.op) {
        case Opcode::add: add(a + b + c); break;
        case Opcode::sub: r = a - b - c, carry(r < 0); break;
        case Opcode::mul_lo: product(x, y), r = a * b; break;
        case Opcode::mul_hi: product(x, y), r = a * b / base_; break;
        case Opcode::mul_his: r = signed_high(); break;
        case Opcode::mad_lo: product(x, y), add(a * b % base_ + d + c); break;
        case Opcode::mad_hi: product(x, y), add(a * b / base_ + d + c); break;
        case Opcode::mad_his: add(signed_high() + d + c); break;
        case Opcode::bit_and: both(x, y), r = a & b; break;
        case Opcode::bit_or: both(x, y), r = a | b; break;
        case Opcode::bit_xor: both(x, y), r = a ^ b; break;
        case Opcode::bit_not: r = base_ - 1 - a; break;
        case Opcode::select:
            both(x, y), hide((base_ - 1 - a) & d);
            r = (a & b) | ((base_ - 1 - a) & d);
            break;
        case Opcode::min: hide(b < a), r = std::min(a, b); break;
        case Opcode::shl:
            r = is_long ? 0 : a << by;
            if (y.is_word || !is_long) amount(y), hide(r / base_);
            break;
        case Opcode::shr:
            r = is_long ? 0 : a >> by;
            if (y.is_word || !is_long) split(x, y);
            break;
        case Opcode::sar:
            sign(x);
            r = floor_of(as_signed(x), Integer{1} << (is_long ? static_cast<int>(bits_) : by));
            if (y.is_word || b + 1 < bits_) {
                amount(y);
                const Integer high = floor_of(as_signed(x), Integer{1} << by);
                hide((high + base_) % base_);
                hide(as_signed(x) - (high << by));
            }
            break;
        case Opcode::shf_l:
        case Opcode::shf_r: {
            amount(z);
            const bool is_left = in.op == Opcode::shf_l;
            const Integer shifted = (b * base_ + a) << (is_left ? funnel : 0);
            const Integer unit = is_left ? base_ : Integer{1} << funnel;
            hide(r = shifted / unit % base_);
            hide(shifted / unit / base_);
            hide(shifted % unit);
            break;
        }
    }
    values_[in.dst.id] = (r % base_ + base_) % base_;
}

}  // namespace limbsmith::test
