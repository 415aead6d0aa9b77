// A modulus that is an input, in signed digits.
//
// A program adds 2^(radix-1) to each digit, takes the digits of the sum, which are not negative, and flips their top bits. The
// general search knows the parts of the sum.
#include <algorithm>

#include "derive/divsteps/digit_rows.hpp"
#include "derive/find.hpp"
#include "derive/sums/parts.hpp"

namespace limbsmith::derive {

using ir::Opcode;

void DigitRows::name_modulus() {
    if (search_.moduli.empty()) return;
    const InputModulus& modulus = search_.moduli.front();
    const auto limit = search_.at_most(modulus.number, modulus.limit);
    if (!limit) throw Gap{"the range of a modulus"};
    const Named named = name(builder_, modulus.number);
    const Id is_number = named.zero;  // value - number
    const Id most = search_.state(Replaced(modulus.number), *limit);
    modulus_ = {named.value, is_number,
                bound_of(builder_, bounds(1, {modulus.positive}) + multiple(is_number, one)),
                bound_of(builder_, bounds(1, {most}) + multiple(is_number, minus_one))};
    rules_.emplace_back(modulus.word, sum_of(builder_, multiple(is_number, minus_one)));
    sums.limit(named.value, bound_of(builder_, bounds(1, {modulus_->least}) + bounds(1, {})), modulus_->most);
    sums.common_factor = named.value;
    for (const auto& [monomial, coefficient] : modulus.number.terms()) modulus_words_.insert(monomial[0]);
}

bool DigitRows::is_of_modulus(const ir::Instruction& in) const {
    bool has_word = in.flag_in.has_value();
    for (size_t k = 0; k < static_cast<size_t>(ir::arity(in.op)); ++k) {
        if (!in.src[k].is_word) continue;
        if (!modulus_words_.contains(in.src[k].value)) return false;
        has_word = true;
    }
    return has_word;
}

void DigitRows::define(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    if (!is_of_modulus(in)) return sums.define(i);
    modulus_words_.insert(in.dst.id);
    analyse(search_, i);
    const bool flips = in.op == Opcode::bit_xor && in.src[0].is_word &&
                       in.src[1] == ir::Operand(static_cast<uint32_t>(mpz_class(search_.base / 2).get_ui()));
    if (flips) learn_digit(i);
}

// word = x + base/2 - base·(top bit of x), where x = 4·(…)
void DigitRows::learn_digit(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    const mpz_class base = search_.base, half = base / 2;
    const Variable x = in.src[0].value, word = in.dst.id;
    const SignedSums::Split of_word = sums.split(word, sums.top_place());
    const Search::Split of_x = split_of(search_, x, sums.top_place(), 2 * i);
    const Polynomial sign = Polynomial::of(of_word.high), top = Polynomial::of(of_x.high);
    // word - (x + half - base·top) = 0
    Replaced flipped(Polynomial::of(word) - Polynomial::of(x) - Polynomial(half) + Polynomial(base) * top);
    search_.replace(flipped, 2 * i);
    if (!flipped.rest.is_zero() || flipped.scale != 1) throw Gap{"a flipped bit"};
    const Id is_flipped = builder_.sum(flipped.polynomial, flipped.zeros);
    const Range &below = search_.ranges.at(of_word.low), &below_x = search_.ranges.at(of_x.low),
                &bit = search_.ranges.at(of_word.high);
    // half·(sign + top - 1) = (low of x) - (low of the word)
    const Parts is_low =
        multiple(of_word.zero, minus_one) + multiple(is_flipped, one) + multiple(of_x.zero, one);
    const Id opposite = zero_between(
        builder_, half, sign + top - one, bounds(1, {*below_x.least}) + bounds(1, {*below.most}) + is_low,
        bounds(1, {*below_x.most}) + bounds(1, {*below.least}) + times_of(is_low, minus_one));
    // word - base·sign = x - half
    Replaced whole = search_.replace(Polynomial::of(x));
    if (whole.scale != 1) throw Gap{"a digit of the modulus"};
    Polynomial digit = Polynomial() - Polynomial(mpz_class(half / unit));
    for (const auto& [monomial, coefficient] : whole.rest.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), unit.get_mpz_t())) throw Gap{"a digit of the modulus"};
        digit.add(monomial, coefficient / unit);
    }
    const Named named = name(builder_, digit);  // value - digit
    const Parts is_x{{}, whole.zeros};
    const Polynomial raw = Polynomial::of(word) - Polynomial(base) * sign;
    const Id zero = sum_of(builder_, multiple(is_flipped, one) + multiple(opposite, Polynomial() - base) +
                                         is_x + multiple(named.zero, Polynomial() - unit));
    sums.know(word, {raw, Polynomial(unit) * Polynomial::of(named.value), zero});
    // unit·value = low - half·sign
    const Parts is_value = multiple(zero, minus_one) + multiple(of_word.zero, one);
    sums.limit(
        named.value,
        builder_.round(bound_of(builder_, bounds(1, {*below.least}) + bounds(half, {*bit.most}) + is_value),
                       unit),
        builder_.round(bound_of(builder_, bounds(1, {*below.most}) + bounds(half, {*bit.least}) +
                                              times_of(is_value, minus_one)),
                       unit));
    modulus_digits_.push_back({named.value, named.zero});
}

// The digits make the number.
void DigitRows::complete_modulus() {
    if (modulus_digits_.empty()) return;
    Polynomial digits;
    Parts zeros;  // digits - (their definitions)
    for (size_t i = 0; i < modulus_digits_.size(); ++i) {
        digits += Polynomial(weight(i)) * Polynomial::of(modulus_digits_[i].value);
        zeros += multiple(modulus_digits_[i].zero, weight(i));
    }
    Replaced made = search_.replace(digits - builder_.fact(sum_of(builder_, zeros)));
    if (made.scale != 1 || made.rest != search_.moduli.front().number) throw Gap{"the digits of a modulus"};
    // digits - value
    digit_rules_.emplace_back(
        modulus_digits_.front().value,
        sum_of(builder_, zeros + Parts{{}, made.zeros} + multiple(modulus_->zero, minus_one)));
    modulus_digits_.clear();
}

// word = k·n + a modulo the base, where k = a·r/4 as a signed number, n = 4·(lowest digit of N), and N·r + 1 is a multiple of
// the base.
std::optional<Id> DigitRows::no_low(Variable word) {
    const ir::Program& program = search_.program;
    const auto maker = [&](const ir::Operand& of) -> const ir::Instruction* {
        const auto found = std::ranges::find_if(
            program.body, [&](const ir::Instruction& in) { return of == ir::Operand(in.dst); });
        return found == program.body.end() ? nullptr : &*found;
    };
    const ir::Instruction* last = maker(ir::Operand(ir::Word{word}));
    if (!modulus_ || !last || last->op != Opcode::mad_lo) return std::nullopt;
    const ir::Instruction* shift = maker(last->src[0]);
    const ir::Instruction* product = shift && shift->op == Opcode::sar ? maker(shift->src[0]) : nullptr;
    if (!product || product->op != Opcode::mul_lo || search_.relations.empty()) return std::nullopt;
    Polynomial value = Polynomial::of(word);
    Parts zeros;  // of word - value
    const auto use = [&](const Polynomial& factor, Id zero) {
        value -= factor * builder_.fact(zero);
        zeros += multiple(zero, factor);
    };
    const auto open = [&](const ir::Instruction& in) {
        const auto i = static_cast<size_t>(&in - program.body.data());
        use(coefficient_of(in.dst.id, value), builder_.given({check::Given::Of::instruction, i, 0}));
        for (const auto& [monomial, coefficient] : builder_.meaning.instructions()[i][0].polynomial.terms()) {
            const auto zero = monomial.size() == 1 ? sums.product_with_low(monomial[0]) : std::nullopt;
            if (zero) use(minus_one * coefficient_of(monomial[0], value), *zero);
        }
    };
    open(*last);
    const auto digit = sums.signed_of(last->src[0]), lowest = sums.signed_of(last->src[1]),
               quotient = sums.signed_of(ir::Operand(product->dst));
    use(coefficient_of(last->src[0].value, value), digit.zero);
    use(coefficient_of(last->src[1].value, value), lowest.zero);
    for (const auto& [variable, zero] : digit_rules_) use(coefficient_of(variable, value), zero);
    use(minus_one * coefficient_of(modulus_->value, value),
        sum_of(builder_, multiple(modulus_->zero, minus_one)));
    // unit·digit = quotient - …
    const Polynomial scaled = coefficient_of(digit.value.terms().begin()->first[0], value);
    Polynomial factor;
    for (const auto& [monomial, coefficient] : scaled.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), search_.base.get_mpz_t()))
            factor.add(monomial, -coefficient / unit);
    }
    use(factor, quotient.zero);
    open(*product);
    const Search::Relation& relation = search_.relations.front();
    use(coefficient_of(relation.x, coefficient_of(relation.y, value)), relation.zero);
    Polynomial excess;
    for (const auto& [monomial, coefficient] : value.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), search_.base.get_mpz_t())) return std::nullopt;
        excess.add(monomial, coefficient / search_.base);
    }
    // word = base·excess
    const Range& range = search_.ranges.at(word);
    const Id none =
        zero_between(builder_, search_.base, excess, bounds(1, {*range.least}) + times_of(zeros, minus_one),
                     bounds(1, {*range.most}) + zeros);
    return sum_of(builder_, multiple(none, search_.base) + zeros);
}

}  // namespace limbsmith::derive
