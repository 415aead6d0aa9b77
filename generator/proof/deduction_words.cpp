// The effect of instructions, as polynomials and facts.
#include <algorithm>

#include "proof/deduction_state.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

const Polynomial last = mpz_class(base - 1);

mpz_class floor_of(const mpz_class& x, const mpz_class& y) {
    mpz_class quotient;
    mpz_fdiv_q(quotient.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
    return quotient;
}

std::pair<uint64_t, uint64_t> factors(const ir::Instruction& in) {
    const auto key = [](Operand operand) { return uint64_t{operand.is_word} << limb_bits | operand.value; };
    return std::minmax({key(in.src[0]), key(in.src[1])});
}

bool is_pair(const ir::Instruction& low, const ir::Instruction& high) {
    return high.op == Opcode::mad_hi && high.flag_in && low.flag_out &&
           high.flag_in->id == low.flag_out->id && factors(low) == factors(high);
}

}  // namespace

// Makes values of the number and of its upper words; the lowest word is the rest. The facts say that the
// lower words form a number, too.
void DeductionState::add_number(const std::vector<Operand>& words) {
    const bool is_new = std::ranges::none_of(words, [&](Operand word) { return is_known(word); });
    if (!is_new) {
        for (Operand word : words) {
            if (!is_known(word)) words_[word.value] = facts.add_value(0, base - 1);
        }
        return;
    }
    const Polynomial whole = facts.add_value(0, power_of_two(limb_bits * words.size()) - 1);
    Polynomial rest = whole;
    for (size_t i = words.size() - 1; i > 0; --i) {
        words_[words[i].value] = facts.add_value(0, base - 1);
        const mpz_class weight = power_of_two(limb_bits * i);
        rest.add(*words_[words[i].value], -weight);
        facts.learn(rest);
        facts.learn(Polynomial(mpz_class(weight - 1)) - rest);
    }
    words_[words[0].value] = rest;
}

Polynomial DeductionState::word(Operand operand) const {
    if (!operand.is_word) return mpz_class(operand.value);
    return facts.reduced(words_[operand.value].value());
}

Polynomial DeductionState::number(const std::vector<Operand>& words) const {
    Polynomial sum;
    for (size_t i = 0; i < words.size(); ++i) sum.add(word(words[i]), power_of_two(limb_bits * i));
    return sum;
}

// The range of floor(sum / 2^32).
Interval DeductionState::wraps(const Polynomial& sum) const {
    const Interval range = facts.range(sum);
    Interval result{floor_of(range.least, base), floor_of(range.most, base)};
    if (result.most != result.least + 1) return result;
    const Facts::Hint brief{{one}};  // without a search for products
    const Polynomial next = mpz_class(base * result.most);
    if (facts.shows(next - one - sum, brief)) {
        result.most = result.least;
    } else if (facts.shows(sum - next, brief)) {
        result.least = result.most;
    }
    return result;
}

// sum mod 2^32.
Polynomial DeductionState::wrapped(const Polynomial& sum) {
    Polynomial p = facts.reduced(sum);
    const Interval range = facts.range(p);
    if (range.most - range.least >= base) p.reduce_coefficients(base);
    const auto [least, most] = wraps(p);
    if (least == most) return p - Polynomial(mpz_class(base * least));
    Polynomial times = facts.add_value(0, most - least);
    times += Polynomial(least);
    p.add(times, -base);
    facts.learn(p);
    facts.learn(last - p);
    return p;
}

// floor(whole / unit).
Polynomial DeductionState::part(const Polynomial& whole, const mpz_class& unit) {
    return part(whole, unit, facts.range(whole));
}

Polynomial DeductionState::part(const Polynomial& whole, const mpz_class& unit, const Interval& range) {
    const Polynomial value = facts.add_value(floor_of(range.least, unit), floor_of(range.most, unit));
    Polynomial rest = whole;
    rest.add(value, -unit);
    facts.learn(rest);
    facts.learn(Polynomial(mpz_class(unit - 1)) - rest);
    return value;
}

// The range of a word, and of the product of two words.
Interval DeductionState::word_range(Operand operand) const {
    const Interval range = facts.range(word(operand));
    return {std::max<mpz_class>(range.least, 0), std::min<mpz_class>(range.most, base - 1)};
}
Interval DeductionState::product_range(const ir::Instruction& in) const {
    const Interval x = word_range(in.src[0]), y = word_range(in.src[1]);
    return {x.least * y.least, x.most * y.most};
}

Polynomial DeductionState::high(const ir::Instruction& in) {
    const auto [place, is_new] = highs_.try_emplace(factors(in));
    if (is_new)
        place->second = part(facts.reduced(word(in.src[0]) * word(in.src[1])), base, product_range(in));
    return facts.reduced(place->second);
}

// The low word of a product; the product itself if no instruction uses its high word.
Polynomial DeductionState::low(const ir::Program& program, const ir::Instruction& in) {
    const Polynomial product = facts.reduced(word(in.src[0]) * word(in.src[1]));
    const bool has_high = std::ranges::any_of(program.body, [&](const ir::Instruction& other) {
        return (other.op == Opcode::mul_hi || other.op == Opcode::mad_hi) && factors(other) == factors(in);
    });
    if (in.op == Opcode::mul_lo ? !has_high : !in.flag_out)
        return in.op == Opcode::mul_lo ? wrapped(product) : product;
    Polynomial result = product;
    result.add(high(in), -base);
    return result;
}

// The word sum mod 2^32 with its flag: the carry out if sign is 1, the borrow out if sign is -1.
Polynomial DeductionState::carried(const ir::Instruction& in, const Polynomial& sum, int sign) {
    if (!in.flag_out) return wrapped(sum);
    const auto [least, most] = wraps(sum);
    const mpz_class from = std::max<mpz_class>(sign > 0 ? least : mpz_class(-most), 0),
                    to = std::min<mpz_class>(sign > 0 ? most : mpz_class(-least), 1);
    const Polynomial flag = facts.add_value(from, to);
    flags_[in.flag_out->id] = flag;
    Polynomial result = sum;
    result.add(flag, -base * sign);
    facts.learn(result), facts.learn(last - result);
    return result;
}

// The flag; an unknown bit if nothing defines it.
Polynomial DeductionState::flag_of(ir::Flag flag) {
    if (!flags_[flag.id]) flags_[flag.id] = facts.add_value(0, 1);
    return facts.reduced(*flags_[flag.id]);
}

Polynomial DeductionState::arithmetic(const ir::Program& program, const ir::Instruction& in) {
    const Polynomial x = word(in.src[0]), y = word(in.src[1]), z = word(in.src[2]);
    const bool is_upper =
        in.op == Opcode::mad_hi && in.flag_in && highs_of_pairs_.contains({in.flag_in->id, factors(in)});
    const Polynomial flag = in.flag_in && !is_upper ? flag_of(*in.flag_in) : Polynomial();
    switch (in.op) {
        case Opcode::add: return carried(in, x + y + flag, 1);
        case Opcode::sub: return carried(in, x - y - flag, -1);
        case Opcode::mul_lo: return low(program, in);
        case Opcode::mul_hi: return high(in);
        case Opcode::mad_lo: {
            const auto by = [&](const ir::Instruction& other) { return is_pair(in, other); };
            if (in.flag_out && std::ranges::any_of(program.body, by)) {
                const Polynomial sum = facts.reduced(x * y + z + flag);
                const Interval product = product_range(in), more = word_range(in.src[2]),
                               carry = facts.range(flag);
                const Polynomial upper =
                    part(sum, base,
                         {product.least + more.least + carry.least, product.most + more.most + carry.most});
                highs_of_pairs_[{in.flag_out->id, factors(in)}] = upper;
                Polynomial result = sum;
                result.add(upper, -base);
                return result;
            }
            return carried(in, low(program, in) + z + flag, 1);
        }
        default: {
            const Polynomial upper =
                is_upper ? facts.reduced(highs_of_pairs_[{in.flag_in->id, factors(in)}]) : high(in) + flag;
            return named(carried(in, upper + z, 1), upper);
        }
    }
}

// Replaces `part` by a new value for the word that contains it.
Polynomial DeductionState::named(const Polynomial& word, const Polynomial& part) {
    const Polynomial rest = facts.reduced(word - part);
    const bool is_open = std::ranges::any_of(rest.terms(), [](const auto& term) {
        return !term.first.empty() && front(term.first).is_bit() && abs(term.second) >= base;
    });
    if (part.terms().size() != 1 || part.is_constant() || rest.is_constant() || is_open) return word;
    const Polynomial name = facts.add_value(0, base - 1);
    facts.learn_equal(part + rest - name, part);
    return name;
}

void DeductionState::decide(const Polynomial& flag) const {
    const Polynomial f = facts.reduced(flag);
    if (!f.is_constant()) throw Undecided{f - one, Polynomial() - f};
}

// The word, if it can be shown to be constant: 0 or all ones for a mask. May throw Undecided.
Polynomial DeductionState::masked(Operand mask) {
    const Polynomial m = word(mask);
    if (m.is_constant()) return m;
    for (const auto& [monomial, coefficient] : m.terms()) {
        if (monomial.size() == 1 && abs(coefficient) == base && front(monomial).is_bit())
            decide(front(monomial));
    }
    for (const Polynomial& value : {Polynomial(), last}) {
        if (!facts.shows_equal(m - value)) continue;
        facts.learn_equal(m - value);
        return value;
    }
    return m;
}

Polynomial DeductionState::logic(const ir::Instruction& in) {
    const auto any = [&] { return facts.add_value(0, base - 1); };
    if (in.op == Opcode::bit_not) return last - word(in.src[0]);
    if (in.op == Opcode::select) {
        const Polynomial m = masked(in.src[0]);
        if (!m.is_constant() || (m.constant() != 0 && m.constant() != base - 1)) return any();
        return word(in.src[m.is_zero() ? 2 : 1]);
    }
    Polynomial x = word(in.src[0]), y = word(in.src[1]);
    if (!x.is_constant() && !y.is_constant()) x = masked(in.src[0]), y = masked(in.src[1]);
    const auto is_mask = [](const Polynomial& p) {
        return p.is_constant() && (p.is_zero() || p.constant() == base - 1);
    };
    if (!is_mask(x)) std::swap(x, y);
    if (!is_mask(x)) return any();
    switch (in.op) {
        case Opcode::bit_and: return x.is_zero() ? x : y;
        case Opcode::bit_or: return x.is_zero() ? y : x;
        default: return x.is_zero() ? y : last - y;
    }
}

Polynomial DeductionState::shifted(const ir::Instruction& in) {
    const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
    const Operand by = in.src[is_funnel ? 2 : 1];
    if (by.is_word || in.op == Opcode::sar) return facts.add_value(0, base - 1);
    const uint32_t count = is_funnel ? by.value % limb_bits : by.value;
    const Polynomial x = word(in.src[0]);
    if (count >= limb_bits) return {};
    if (in.op == Opcode::shl) return wrapped(Polynomial(power_of_two(count)) * x);
    if (in.op == Opcode::shr) return part(x, power_of_two(count));
    Polynomial whole = x;
    whole.add(word(in.src[1]), base);
    return wrapped(part(whole, power_of_two(in.op == Opcode::shf_l ? limb_bits - count : count)));
}

void DeductionState::run(const ir::Program& program, const ir::Instruction& in) {
    // a flag that becomes a word calls for a case split
    if (in.flag_in && flags_[in.flag_in->id] && !in.src[0].is_word && !in.src[1].is_word &&
        ir::arity(in.op) == 2)
        decide(*flags_[in.flag_in->id]);
    switch (in.op) {
        case Opcode::add:
        case Opcode::sub:
        case Opcode::mul_lo:
        case Opcode::mul_hi:
        case Opcode::mad_lo:
        case Opcode::mad_hi: words_[in.dst.id] = arithmetic(program, in); break;
        case Opcode::shl:
        case Opcode::shr:
        case Opcode::sar:
        case Opcode::shf_l:
        case Opcode::shf_r: words_[in.dst.id] = shifted(in); break;
        case Opcode::mul_his:
        case Opcode::mad_his:
            words_[in.dst.id] = facts.add_value(0, base - 1);
            if (in.flag_out) flags_[in.flag_out->id] = facts.add_value(0, 1);
            break;
        default: words_[in.dst.id] = logic(in);
    }
}

bool DeductionState::is_known(const ir::ClaimSum& sum) const {
    return std::ranges::all_of(sum, [&](const ir::ClaimTerm& term) {
        return std::ranges::all_of(term.factors, [&](const auto& factor) { return is_known(factor.word); });
    });
}

std::optional<Polynomial> DeductionState::value(const ir::ClaimSum& sum, const ir::Program& program) {
    using Reading = ir::ClaimTerm::Reading;
    Polynomial result;
    for (const ir::ClaimTerm& term : sum) {
        Polynomial product = term.weight;
        for (const auto& factor : term.factors) {
            Polynomial value = word(factor.word);
            if (factor.reading == Reading::in_twos_complement) {
                value = masked(factor.word);
                if (!value.is_constant()) return std::nullopt;
                if (value.constant() >= base / 2) value -= Polynomial(base);
            } else if (factor.reading == Reading::flag) {
                const auto in = std::ranges::find_if(program.body, [&](const ir::Instruction& other) {
                    return factor.word.is_word && other.dst.id == factor.word.value;
                });
                if (in == program.body.end() || !in->flag_out || !flags_[in->flag_out->id])
                    return std::nullopt;
                value = facts.reduced(*flags_[in->flag_out->id]);
            }
            product = product * value;
        }
        result += product;
    }
    return facts.reduced(result);
}

}  // namespace limbsmith::proof
