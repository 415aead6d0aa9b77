// Equations of sums, differences and products, and of words that depend on few bits.
#include <fmt/format.h>

#include <algorithm>

#include "proof/equations.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

bool has_negative_terms(const Polynomial& polynomial) {
    return std::ranges::any_of(polynomial.terms(), [](const auto& term) { return term.second < 0; });
}

struct Words {
    uint32_t word;
    bool flag;
};

// The result of one instruction on concrete words.
Words execute(Opcode op, uint32_t x, uint32_t y, uint32_t z, uint32_t c) {
    const uint64_t product = uint64_t{x} * y;
    const auto signed_high = [&] {
        return static_cast<uint32_t>((int64_t{static_cast<int32_t>(x)} * static_cast<int32_t>(y)) >>
                                     limb_bits);
    };
    const auto carried = [](uint64_t sum) {
        return Words{static_cast<uint32_t>(sum), sum >> limb_bits != 0};
    };
    const auto plain = [](uint64_t word) { return Words{static_cast<uint32_t>(word), false}; };
    const auto both = (uint64_t{y} << limb_bits) | x;
    switch (op) {
        case Opcode::add: return carried(uint64_t{x} + y + c);
        case Opcode::sub: return carried(uint64_t{x} - y - c);  // upper 32 bits: all ones if it borrows
        case Opcode::mul_lo: return plain(product);
        case Opcode::mul_hi: return plain(product >> limb_bits);
        case Opcode::mul_his: return plain(signed_high());
        case Opcode::mad_lo: return carried((product & UINT32_MAX) + z + c);
        case Opcode::mad_hi: return carried((product >> limb_bits) + z + c);
        case Opcode::mad_his: return carried(uint64_t{signed_high()} + z + c);
        case Opcode::bit_and: return plain(x & y);
        case Opcode::bit_or: return plain(x | y);
        case Opcode::bit_xor: return plain(x ^ y);
        case Opcode::bit_not: return plain(~x);
        case Opcode::shl: return plain(y < limb_bits ? uint64_t{x} << y : 0);
        case Opcode::shr: return plain(y < limb_bits ? x >> y : 0);
        case Opcode::sar:
            return plain(int64_t{static_cast<int32_t>(x)} >> std::min<uint32_t>(y, limb_bits - 1));
        case Opcode::shf_l: return plain(both << (z % limb_bits) >> limb_bits);
        case Opcode::shf_r: return plain(both >> (z % limb_bits));
        case Opcode::select: return plain((x & y) | (~x & z));
    }
    return {};
}

}  // namespace

// Whether the flag alone makes up a word: its consumer adds it to, or subtracts it from, constants.
// becomes_mask: the consumer subtracts.
bool Equations::becomes_word(ir::Flag flag) const {
    if (consumer_[flag.id] < 0) return false;
    const ir::Instruction& user = program_.body[consumer_[flag.id]];
    return !user.src[0].is_word && !user.src[1].is_word && ir::arity(user.op) == 2;
}

bool Equations::becomes_mask(ir::Flag flag) const {
    return becomes_word(flag) && program_.body[consumer_[flag.id]].op == Opcode::sub;
}

// A word that depends on few bits alone, and its flag, become polynomials in these bits.
bool Equations::by_bits(const ir::Instruction& in) {
    Polynomial x = value(in.src[0]), y = value(in.src[1]), z = value(in.src[2]), c = flag_value(in);
    const int arity = ir::arity(in.op);
    if (arity < 2) y = {};
    if (arity < 3) z = {};
    const auto vars = bits_of({x, y, z, c});
    if (!vars) return false;
    // the last word of a chain that exists for its borrow: that borrow is a bit of its own
    if (vars->size() > 2 && in.flag_in && in.flag_out && !is_read_[in.dst.id] && becomes_mask(*in.flag_out))
        return false;
    const auto result = [&](uint32_t choice) {
        const auto at = [&](const Polynomial& p) {
            return static_cast<uint32_t>(evaluated(p, *vars, choice).get_ui());
        };
        return execute(in.op, at(x), at(y), at(z), at(c));
    };
    const Polynomial word =
        interpolated(*vars, [&](uint32_t choice) { return mpz_class(result(choice).word); });
    const bool counts = in.op == Opcode::add && (word - x - y - c).is_zero();  // the bits are added up
    for (Var var : *vars) values_[var.index()].is_decision |= !counts;
    word_[in.dst.id] = word;
    uint32_t seen = 0;
    for (uint32_t choice = 0; choice < 1u << vars->size(); ++choice) seen |= result(choice).word;
    ones_[in.dst.id] = seen;
    if (in.flag_out) {
        flag_[in.flag_out->id] =
            interpolated(*vars, [&](uint32_t choice) { return mpz_class(result(choice).flag ? 1 : 0); });
    }
    return true;
}

void Equations::define_word(const ir::Instruction& in, Polynomial definition, uint32_t max, uint32_t ones) {
    ones_[in.dst.id] = ones;
    const auto& terms = definition.terms();
    const bool is_other_word =
        terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second == 1;
    max_[in.dst.id] = max;
    if (definition.is_constant() || is_other_word || bits_of({definition})) {
        word_[in.dst.id] = std::move(definition);
        return;
    }
    const mpz_class least = this->least(definition);
    const Var word = make(Kind::word, max, fmt::format("w{}", in.dst.id), std::move(definition));
    set_min(word, least);
    word_[in.dst.id] = word;
}

// The word is `sum` modulo 2^32 with a carry out, for sum <= sum_max; if borrow_sign is -1, it has a borrow
// out.
void Equations::define(const ir::Instruction& in, const Polynomial& sum, const mpz_class& sum_max,
                       int borrow_sign) {
    const bool can_leave = borrow_sign < 0 || sum_max >= base;
    Polynomial word = sum;
    if (can_leave) {
        const mpz_class most = borrow_sign < 0 ? mpz_class(1) : sum_max / base;
        const Var rest = make(Kind::rest, UINT32_MAX, fmt::format("w{}", in.dst.id));
        values_[rest.index()].shift = limb_bits;
        const char* what = borrow_sign < 0 ? "the borrow" : "the carry";
        const Var flag = make(Kind::flag, most, fmt::format("{} out of `{}`", what, dump(in)), sum);
        values_[flag.index()].other = rest;
        values_[flag.index()].is_borrow = borrow_sign < 0;
        word.add(flag, -base * borrow_sign);
        if (in.op == Opcode::sub && in.src[0].is_zero() && !in.flag_in)
            borrow_of_negation_[in.dst.id] = {in.src[1], flag};
        if (in.flag_out) {
            flag_[in.flag_out->id] = flag;
            values_[flag.index()].is_replaced = !is_read_[in.dst.id];
            values_[flag.index()].is_decision = becomes_word(*in.flag_out);
            values_[flag.index()].is_added = !becomes_mask(*in.flag_out);
        }
        const uint32_t next = size();
        define_word(in, std::move(word), UINT32_MAX);
        if (size() > next) values_[rest.index()].other = Var::number(next, false);
        return;
    }
    define_word(in, std::move(word), static_cast<uint32_t>(sum_max.get_ui()));
}

Polynomial Equations::high(Operand x, Operand y) {
    const mpz_class most = (mpz_class(max(x)) * max(y)) >> limb_bits;
    if (most == 0) return {};
    const auto [place, is_new] = high_.try_emplace(factors(x, y));
    if (is_new) {
        const Var rest = make(Kind::rest, UINT32_MAX, "a low word");
        const Var high = make(Kind::high, most, "the high word of a product", value(x) * value(y));
        values_[high.index()].other = rest;
        values_[high.index()].is_replaced = !low_.contains(factors(x, y));
        place->second = high;
    }
    return place->second;
}

// An upper bound of a high word plus the addends that carry into it from the low word.
mpz_class Equations::pair_max(const ir::Instruction& in) const {
    const mpz_class product = mpz_class(max(in.src[0])) * max(in.src[1]);
    mpz_class low = 0;
    const ir::Instruction* before = in.flag_in ? &program_.body[producer_[in.flag_in->id]] : nullptr;
    const bool is_pair =
        before && before->op == Opcode::mad_lo && before->src[0] == in.src[0] && before->src[1] == in.src[1];
    if (is_pair) {
        low = mpz_class(max(before->src[2])) + (before->flag_in ? 1 : 0);
    } else if (in.flag_in) {
        low = base - 1;  // the carry is 1 where the product's low word is 2^32 - 1
        return (product >> limb_bits) + max(in.src[2]) + 1;
    }
    return ((product + low) >> limb_bits) + max(in.src[2]);
}

void Equations::arithmetic(const ir::Instruction& in) {
    const Polynomial x = value(in.src[0]), y = value(in.src[1]), c = flag_value(in);
    const mpz_class product_max = mpz_class(max(in.src[0])) * max(in.src[1]);
    const mpz_class flag_max = c.is_zero() ? 0 : 1;
    const auto low = [&] {
        Polynomial p = x * y;
        p.add(high(in.src[0], in.src[1]), -base);
        return p;
    };
    const mpz_class low_max = std::min<mpz_class>(product_max, UINT32_MAX);
    switch (in.op) {
        case Opcode::add:
            return define(in, x + y + c, mpz_class(max(in.src[0])) + max(in.src[1]) + flag_max, 1);
        case Opcode::sub: {
            const Polynomial difference = x - y - c;
            const bool never_borrows =
                least(in.src[0]) >= max(in.src[1]) + flag_max || !has_negative_terms(difference);
            if (never_borrows) return define_word(in, difference, max(in.src[0]));
            return define(in, difference, 0, -1);
        }
        case Opcode::mul_lo: {
            const Polynomial high_word = high(in.src[0], in.src[1]);
            const uint32_t next = size();
            define_word(in, low(), static_cast<uint32_t>(low_max.get_ui()));
            if (size() > next && high_word.terms().size() == 1)
                values_[values_[front(high_word.terms().begin()->first).index()].other.index()].other =
                    Var::number(next, false);
            return;
        }
        case Opcode::mul_hi:
            return define_word(in, high(in.src[0], in.src[1]),
                               static_cast<uint32_t>(mpz_class(product_max >> limb_bits).get_ui()));
        case Opcode::mad_lo:
            return define(in, low() + value(in.src[2]) + c, low_max + max(in.src[2]) + flag_max, 1);
        case Opcode::mad_hi:
            return define(in, high(in.src[0], in.src[1]) + value(in.src[2]) + c, pair_max(in), 1);
        default: break;
    }
    // signed: (x - 2^32·s)(y - 2^32·t) = x·y - 2^32·(s·y + t·x) + 2^64·s·t
    const Polynomial s = bits(in.src[0], limb_bits - 1, limb_bits),
                     t = bits(in.src[1], limb_bits - 1, limb_bits);
    const Polynomial high_word = high(in.src[0], in.src[1]) - s * y - t * x + Polynomial(base) * s * t;
    const Polynomial sum = in.op == Opcode::mad_his ? high_word + value(in.src[2]) + c : high_word;
    // signed sums carry both ways: the range is from -2^32 to below 2^33
    const Var less = make(Kind::unknown, 1, fmt::format("the sign out of `{}`", dump(in)));
    Polynomial shifted = sum;
    shifted.add(less, base);
    define(in, shifted, 4 * base, 1);
}

}  // namespace limbsmith::proof
