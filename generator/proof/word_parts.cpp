// Where words are split, and their parts as variables.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "proof/equations.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

// p / 2^exponent. requires: 2^exponent divides all coefficients.
Polynomial over_power_of_two(const Polynomial& p, int exponent) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) result.add(monomial, coefficient >> exponent);
    return result;
}

}  // namespace

void Equations::split_at(Operand operand, int bit) {
    if (operand.is_word && bit > 0 && bit < limb_bits) splits_[operand.value] |= uint64_t{1} << bit;
}

// Splits the sources where the instruction masks, shifts or takes signs.
void Equations::split_for(const ir::Instruction& in, const Assumptions& assumptions) {
    const auto known = [&](int k) -> std::optional<uint32_t> {
        if (!in.src[k].is_word) return in.src[k].value;
        const auto found = assumptions.find(in.src[k].value);
        return found == assumptions.end() ? std::nullopt : found->second.low;
    };
    const auto constant = [&](int k) { return known(k).has_value(); };
    const auto shift = [&](int k) { return static_cast<int>(*known(k) % limb_bits); };
    switch (in.op) {
        case Opcode::bit_and:
        case Opcode::bit_or:
        case Opcode::bit_xor:
            for (int k : {0, 1}) {
                if (in.src[k].is_word) continue;
                const uint64_t mask = in.src[k].value, edges = mask ^ mask << 1;
                for (int bit = 1; bit < limb_bits; ++bit) {
                    if (edges >> bit & 1) split_at(in.src[1 - k], bit);
                }
            }
            break;
        case Opcode::shl:
            if (constant(1)) split_at(in.src[0], limb_bits - shift(1));
            break;
        case Opcode::sar: split_at(in.src[0], limb_bits - 1); [[fallthrough]];
        case Opcode::shr:
            if (constant(1)) split_at(in.src[0], shift(1));
            break;
        case Opcode::shf_l:
        case Opcode::shf_r:
            if (!constant(2)) break;
            for (int k : {0, 1}) {
                split_at(in.src[k], in.op == Opcode::shf_l ? limb_bits - shift(2) : shift(2));
            }
            break;
        case Opcode::mul_his:
        case Opcode::mad_his:
            for (int k : {0, 1}) split_at(in.src[k], limb_bits - 1);
            break;
        default: break;
    }
}

// Splits signed inputs and outputs at the sign; digits also above their two low zero bits.
void Equations::split_signed() {
    const auto split = [&](const auto& parameter) {
        if (!parameter.representation.is_signed()) return;
        for (Operand word : parameter.words) {
            split_at(word, limb_bits - 1);
            if (parameter.representation.is_digits()) split_at(word, limb_bits - digit_bits);
        }
    };
    for (const ir::Input& input : program_.inputs) split(input);
    for (const ir::Output& output : program_.outputs) split(output);
}

// Splits off the lowest bit of inputs if the contract uses a parity.
void Equations::split_parity(const ir::Expr& e) {
    const auto is_constant = [](const ir::Expr* side, uint64_t number) {
        return side && side->kind == ir::Expr::Kind::integer && side->number == number;
    };
    const bool is_parity = (e.kind == ir::Expr::Kind::mod && is_constant(e.right.get(), 2)) ||
                           (e.kind == ir::Expr::Kind::bit_or && is_constant(e.right.get(), 1));
    for (const ir::Input& input : program_.inputs) {
        if (is_parity && !input.representation.is_signed()) split_at(input.words[0], 1);
    }
    for (const auto& side : {e.left, e.right, e.other}) {
        if (side) split_parity(*side);
    }
}

// If the result is moved bits of the sources and is split, splits the sources at the same bits.
void Equations::split_sources(const ir::Instruction& in) {
    const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
    const bool is_shift = in.op >= Opcode::shl && in.op <= Opcode::shf_r;
    const Operand by = in.src[is_funnel ? 2 : 1];
    if (is_shift && by.is_word) return;
    const uint32_t count = is_funnel ? by.value % limb_bits : std::min<uint32_t>(by.value, limb_bits);
    for (int bit = 1; bit < limb_bits; ++bit) {
        if (!(splits_[in.dst.id] >> bit & 1)) continue;
        for (const Piece& piece : pieces(in, static_cast<int>(count))) {
            if (bit > piece.to && bit < piece.to + piece.bits)
                split_at(piece.source, piece.from + bit - piece.to);
        }
    }
}

// The pieces of the sources that make up the result of a logic instruction, or of a shift by s.
std::vector<Equations::Piece> Equations::pieces(const ir::Instruction& in, int s) const {
    const Operand x = in.src[0], y = in.src[1];
    switch (in.op) {
        case Opcode::bit_not: return {{x, 0, 0, limb_bits}};
        case Opcode::bit_and:
        case Opcode::bit_or:
        case Opcode::bit_xor: return {{x, 0, 0, limb_bits}, {y, 0, 0, limb_bits}};
        case Opcode::select: return {{y, 0, 0, limb_bits}, {in.src[2], 0, 0, limb_bits}};
        case Opcode::shl: return {{x, 0, s, limb_bits - s}};
        case Opcode::shr:
        case Opcode::sar: return {{x, s, 0, limb_bits - s}};
        case Opcode::shf_l:  // the high word of (y:x)·2^s
            return {{x, limb_bits - s, 0, s}, {y, 0, s, limb_bits - s}};
        case Opcode::shf_r: return {{x, s, 0, limb_bits - s}, {y, 0, limb_bits - s, s}};
        default: return {};
    }
}

// Makes the parts of an input word the variables. For words of which the lowest bit is used, or that have
// more than two parts; words of the modulus object stay whole.
void Equations::add_parts_of_input(uint32_t id, const std::string& text) {
    Polynomial sum;
    for (int from = limb_bits, to = limb_bits; from > 0; to = from) {
        do --from;
        while (from > 0 && !(splits_[id] >> from & 1));
        const Var part = make(Kind::bits, (uint64_t{1} << (to - from)) - 1,
                              fmt::format("bits {} to {} of {}", from, to - 1, text));
        fields_[id].push_back({from, to, part.parked()});
        sum.add(part.parked(), power_of_two(from));
    }
    word_[id] = std::move(sum);
}

// An input word under an assumption, with its parts as variables or constants.
Polynomial Equations::assumed(uint32_t word, const Assumption& assumption, const std::string& text) {
    std::vector<Field>& parts = fields_[word];
    Polynomial sum;
    const int bits = assumption.bits;
    if (bits < limb_bits) {
        const uint32_t most = (UINT32_MAX >> bits) - assumption.least_high;
        Polynomial high = make(Kind::input, most, text + ", the upper bits").parked();
        high.add(Monomial(), assumption.least_high);
        parts.push_back({bits, limb_bits, high});
        sum.add(high, power_of_two(bits));
    }
    for (int from = bits, to = bits; from > 0; to = from) {
        do --from;
        while (from > 0 && !(splits_[word] >> from & 1));
        const mpz_class most = power_of_two(to - from) - 1;
        const Polynomial part = assumption.low
                                    ? Polynomial(mpz_class((*assumption.low >> from) & most.get_ui()))
                                    : Polynomial(make(Kind::input, most, text + ", some bits").parked());
        parts.push_back({from, to, part});
        sum.add(part, power_of_two(from));
    }
    return sum;
}

Polynomial Equations::bits(Operand operand, int first, int end) {
    if (first >= end) return {};
    const uint64_t mask = (uint64_t{1} << (end - first)) - 1;
    const Polynomial whole = value(operand);
    if (const auto vars = bits_of({whole})) {
        return interpolated(*vars, [&](uint32_t choice) {
            const mpz_class word = evaluated(whole, *vars, choice);
            return mpz_class((word.get_ui() >> first) & mask);
        });
    }
    if (const auto sign = sign_.find(operand.value); sign != sign_.end() && first == limb_bits - 1)
        return sign->second;
    Polynomial sum;
    for (const Field& field : fields(operand)) {
        if (field.to <= first || field.from >= end) continue;
        if (field.from < first || field.to > end) return make(Kind::unknown, mask, "bits of a word");
        sum.add(field.value, power_of_two(field.from - first));
    }
    return sum;
}

// The bit where the lowest part of a word begins; all lower bits are zero.
int Equations::lowest_part(Operand operand) const {
    const Polynomial whole = value(operand);
    for (int bit = std::countr_zero(ones(operand)); bit > 0; --bit) {
        const bool is_whole = std::ranges::all_of(whole.terms(), [&](const auto& term) {
            return mpz_divisible_2exp_p(term.second.get_mpz_t(), bit) != 0;
        });
        if (is_whole && bit < limb_bits && splits_[operand.value] >> bit & 1) return bit;
    }
    return 0;
}

// The parts of a word, highest first. All are variables; the lowest is defined as the word less the others.
const std::vector<Equations::Field>& Equations::fields(Operand operand) {
    const auto [place, is_new] = fields_.try_emplace(operand.value);
    std::vector<Field>& parts = place->second;
    if (!is_new) return parts;
    const Polynomial whole = value(operand);
    const uint32_t most = max(operand);
    const int lowest_from = lowest_part(operand);
    const uint64_t splits = splits_[operand.value] | uint64_t{1} << lowest_from;
    Polynomial middle, top;  // with their weights
    Var top_var;
    for (int from = limb_bits, to = limb_bits; from > lowest_from; to = from) {
        do --from;
        while (!(splits >> from & 1));
        const uint64_t limit = std::min<uint64_t>(most >> from, (uint64_t{1} << (to - from)) - 1);
        if (limit == 0) continue;
        const std::string text = fmt::format("bits {} to {} of w{}", from, to - 1, operand.value);
        if (from == lowest_from) {
            const Polynomial rest = over_power_of_two(whole - middle - top, from);
            if (top.is_zero()) {
                parts.push_back({from, to, rest});
                continue;
            }
            const Var lowest = make(Kind::word, limit, text, rest);
            values_[lowest.index()].shift = to - from;
            values_[top_var.index()].definition = over_power_of_two(whole - middle, from);
            values_[top_var.index()].shift -= from;
            values_[top_var.index()].other = lowest;
            parts.push_back({from, to, lowest});
            continue;
        }
        const Var part = make(Kind::bits, limit, text);
        parts.push_back({from, to, part});
        if (top.is_zero()) {
            top_var = part;
            values_[part.index()].shift = from;
            top.add(part, power_of_two(from));
        } else {
            middle.add(part, power_of_two(from));
        }
    }
    return parts;
}

}  // namespace limbsmith::proof
