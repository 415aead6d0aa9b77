// Equations of logic, selections and shifts: words as sums of parts of other words.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "proof/equations.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

constexpr size_t most_terms = 8;  // of a part of a word

}  // namespace

Polynomial Equations::common_bits(Operand x, Operand y) {
    if ((ones(x) & ones(y)) == 0) return {};
    const auto [place, is_new] = common_.try_emplace(factors(x, y));
    if (is_new) place->second = make(Kind::unknown, ones(x) & ones(y), "the common bits of two words");
    return place->second;
}

// Bits from `from` to `to` - 1 of x & y, shifted down to 0.
Polynomial Equations::common_part(Operand x, Operand y, int from, int to) {
    const mpz_class all = power_of_two(to - from) - 1;
    const uint32_t here = (UINT32_MAX >> (limb_bits - (to - from))) << from;
    if ((ones(x) & ones(y) & here) == 0) return {};
    for (int side : {0, 1}) {
        const Polynomial mask = bits(side == 0 ? x : y, from, to);
        const bool is_mask = bits_of({mask}) && std::ranges::all_of(mask.terms(), [&](const auto& term) {
                                 return mpz_divisible_p(term.second.get_mpz_t(), all.get_mpz_t()) != 0;
                             });
        if (!is_mask) continue;  // here mask = all·bit
        Polynomial bit;
        for (const auto& [monomial, coefficient] : mask.terms()) bit.add(monomial, coefficient / all);
        return bit * bits(side == 0 ? y : x, from, to);
    }
    if (to - from == limb_bits) return common_bits(x, y);
    return make(Kind::unknown, mpz_class((ones(x) & ones(y) & here) >> from), "common bits of two words");
}

// Bits `from` to `to` - 1 of the result, where the instruction treats them alike: by logic, or a shift by s.
Polynomial Equations::part(const ir::Instruction& in, int s, int from, int to) {
    const Operand x = in.src[0], y = in.src[1];
    const mpz_class all = power_of_two(to - from) - 1;
    switch (in.op) {
        case Opcode::bit_not: return Polynomial(all) - bits(x, from, to);
        case Opcode::bit_and: return common_part(x, y, from, to);
        case Opcode::bit_or: return bits(x, from, to) + bits(y, from, to) - common_part(x, y, from, to);
        case Opcode::bit_xor: {
            const Polynomial common = common_part(x, y, from, to);
            return bits(x, from, to) + bits(y, from, to) - common - common;
        }
        case Opcode::select: {
            const Polynomial mask = bits(x, limb_bits - 1, limb_bits), z = bits(in.src[2], from, to);
            return z + mask * (bits(y, from, to) - z);
        }
        default: break;
    }
    for (const Piece& piece : pieces(in, s)) {
        if (from >= piece.to && to <= piece.to + piece.bits)
            return bits(piece.source, piece.from + from - piece.to, piece.from + to - piece.to);
    }
    if (in.op == Opcode::sar) return bits(x, limb_bits - 1, limb_bits) * Polynomial(all);
    return {};
}

// The result as a sum of its parts, which are recorded as its fields; s is the shift count. If the count is
// known in this case only, the sources are not split to match, and the result is not split either.
Polynomial Equations::sum_of_parts(const ir::Instruction& in, int s) {
    const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
    const bool is_shift = in.op >= Opcode::shl && in.op <= Opcode::shf_r;
    const bool is_of_case = is_shift && in.src[is_funnel ? 2 : 1].is_word;
    uint64_t cuts = is_of_case ? 0 : splits_[in.dst.id];
    for (const Piece& piece : pieces(in, s)) {
        cuts |= uint64_t{1} << piece.to | uint64_t{1} << (piece.to + piece.bits);
        if (!piece.source.is_word)
            cuts |= uint64_t{piece.source.value} ^ uint64_t { piece.source.value } << 1;
    }
    Polynomial sum;
    std::vector<Field> parts;
    for (int from = limb_bits, to = limb_bits; from > 0; to = from) {
        do --from;
        while (from > 0 && !(cuts >> from & 1));
        Polynomial value = part(in, s, from, to);
        if (to - from == limb_bits) return value;
        if (value.terms().size() > most_terms) {
            const Var var =
                make(Kind::word, power_of_two(to - from) - 1,
                     fmt::format("bits {} to {} of w{}", from, to - 1, in.dst.id), std::move(value));
            values_[var.index()].shift = to - from;
            value = var;
        }
        sum.add(value, power_of_two(from));
        if (!value.is_zero()) parts.push_back({from, to, std::move(value)});
    }
    if (!is_of_case) fields_[in.dst.id] = std::move(parts);
    return sum;
}

void Equations::logic(const ir::Instruction& in) {
    const Operand x = in.src[0], y = in.src[1];
    if (in.op == Opcode::select && !is_mask(value(x))) {
        word_[in.dst.id] = make(Kind::unknown, UINT32_MAX, fmt::format("w{}", in.dst.id));
        return;
    }
    Polynomial sum = sum_of_parts(in, 0);
    const uint32_t all = ones(x) | (ir::arity(in.op) > 1 ? ones(y) : 0);
    const uint32_t top = all == 0 ? 0 : UINT32_MAX >> std::countl_zero(all);
    switch (in.op) {
        case Opcode::bit_not: return define_word(in, std::move(sum), UINT32_MAX);
        case Opcode::bit_and:
            return define_word(in, std::move(sum), std::min(max(x), max(y)), ones(x) & ones(y));
        case Opcode::select:
            return define_word(in, std::move(sum), std::max(max(y), max(in.src[2])),
                               ones(y) | ones(in.src[2]));
        case Opcode::bit_or:
            // the top bit of x | -x is set unless x = 0, and 0 - x borrows unless x = 0
            for (const auto& [negated, plain] : {std::pair{x, y}, std::pair{y, x}}) {
                const auto borrow = borrow_of_negation_.find(negated.value);
                if (negated.is_word && borrow != borrow_of_negation_.end() && borrow->second.first == plain)
                    sign_[in.dst.id] = borrow->second.second;
            }
            [[fallthrough]];
        default: return define_word(in, std::move(sum), top, all);
    }
}

// The shift count, if known. A count of 32 or more acts as 32. Funnel shifts take the count modulo 32, so
// terms whose weight is a multiple of 32 do not matter.
std::optional<int> Equations::places(const ir::Instruction& in) const {
    const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
    Polynomial count = value(in.src[is_funnel ? 2 : 1]);
    if (is_funnel) {
        const mpz_class constant = count.constant() % limb_bits;
        count.drop_multiples(limb_bits);
        return count.is_constant() ? std::optional(static_cast<int>(constant.get_si())) : std::nullopt;
    }
    if (least(count) >= limb_bits) return limb_bits;
    return count.is_constant() ? std::optional(static_cast<int>(count.constant().get_si())) : std::nullopt;
}

void Equations::shift(const ir::Instruction& in) {
    const auto places = this->places(in);
    if (!places) {
        // a rotation of a word whose bits are all equal
        const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
        const Polynomial word = value(in.src[0]);
        if (is_funnel && is_mask(word) && (word - value(in.src[1])).is_zero())
            return define_word(in, word, UINT32_MAX);
        word_[in.dst.id] = make(Kind::unknown, UINT32_MAX, fmt::format("w{}", in.dst.id));
        return;
    }
    const int s = *places;
    const Operand x = in.src[0], y = in.src[1];
    const uint64_t low = ones(x), high = uint64_t{ones(y)} << limb_bits;
    const auto at_most = [&](const mpz_class& most, uint64_t ones) {
        const mpz_class limit = std::min<mpz_class>(most, UINT32_MAX);
        define_word(in, sum_of_parts(in, s), static_cast<uint32_t>(limit.get_ui()),
                    static_cast<uint32_t>(ones));
    };
    switch (in.op) {
        case Opcode::shl: return at_most(mpz_class(max(x)) << s, low << s);
        case Opcode::shr: return at_most(mpz_class(max(x)) >> s, low >> s);
        case Opcode::sar: return at_most(UINT32_MAX, UINT32_MAX);
        case Opcode::shf_l:
            return at_most((mpz_class(max(y)) << s) + (mpz_class(max(x)) >> (limb_bits - s)),
                           (high | low) << s >> limb_bits);
        default: return at_most((max(x) >> s) + (mpz_class(max(y)) << (limb_bits - s)), (high | low) >> s);
    }
}

}  // namespace limbsmith::proof
