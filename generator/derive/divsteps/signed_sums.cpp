#include "derive/divsteps/signed_sums.hpp"

#include <algorithm>
#include <ranges>

#include "derive/sums/parts.hpp"

namespace limbsmith::derive {

using check::Given;

SignedSums::SignedSums(Search& search, unsigned spare)
    : search_(search),
      builder_(search.builder),
      base_(search.base),
      unit_(mpz_class(1) << spare),
      spare_(spare) {
    const check::Meaning& meaning = builder_.meaning;
    for (size_t i = 0; i < meaning.instructions().size(); ++i)
        find_products_and_splits(meaning.instructions()[i], {Given::Of::instruction, i});
    find_products_and_splits(meaning.contract(), {Given::Of::contract});
}

// The zeros x·y - low - base·high, and x - 2^place·high - low.
void SignedSums::find_products_and_splits(const check::Facts& facts, Given given) {
    const Variable words = search_.program.words;
    for (given.which = 0; given.which < facts.size(); ++given.which) {
        const Fact& fact = facts[given.which];
        if (fact.kind != Fact::Kind::zero || fact.polynomial.terms().size() != 3) continue;
        std::optional<Variable> high, low;
        std::optional<check::Monomial> whole;
        mpz_class weight, factor;
        for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
            if (coefficient > 0) whole = monomial, factor = coefficient;
            if (coefficient == -1 && monomial.size() == 1) low = monomial[0];
            if (coefficient < -1 && monomial.size() == 1) high = monomial[0], weight = -coefficient;
        }
        if (!whole || !high || !low || *high < words || *low < words) continue;
        if (weight == base_) products_[*high] = {*low, builder_.given(given)};
        if (mpz_popcount(weight.get_mpz_t()) != 1 || weight == base_) continue;
        const auto place = static_cast<unsigned>(mpz_scan1(weight.get_mpz_t(), 0));
        const Split split{*high, *low, builder_.given(given)};
        if (whole->empty() && place == top_place()) constant_signs_[factor] = split;
        if (whole->size() == 1 && factor == 1 && (*whole)[0] < words)
            splits_.try_emplace({(*whole)[0], place}, split);
    }
}

const SignedSums::Split& SignedSums::split(Variable word, unsigned place) {
    const auto [found, is_new] = splits_.try_emplace({word, place});
    if (is_new) {
        const Search::Split& split = split_of(search_, word, place, 0);
        found->second = {split.high, split.low, split.zero};
    }
    return found->second;
}

std::optional<Id> SignedSums::product_with_low(Variable low) const {
    for (const auto& [high, product] : products_) {
        if (product.low == low) return product.zero;
    }
    return std::nullopt;
}

// The sign of a constant is its top bit.
SignedSums::Signed SignedSums::constant(const mpz_class& value) {
    const mpz_class half = base_ / 2, top = value / half;
    const auto found = constant_signs_.find(value);
    if (value == 0 || found == constant_signs_.end()) throw Gap{"the sign of a constant"};
    const Split& split = found->second;
    const Polynomial sign = Polynomial::of(split.high);
    const Range& low = search_.ranges.at(split.low);
    // half·(sign - top) = value - half·top - low
    const Id zero = zero_between(builder_, half, sign - Polynomial(top),
                                 bounds(1, {*low.most}) + multiple(split.zero, minus_one),
                                 bounds(1, {*low.least}) + multiple(split.zero, one));
    return {Polynomial(value) - Polynomial(base_) * sign, Polynomial(mpz_class(value - base_ * top)),
            sum_of(builder_, multiple(zero, Polynomial(mpz_class(-base_))))};
}

// The word divided by the unit, if it is a multiple; the zeros make word - unit·quarter.
std::optional<Polynomial> SignedSums::quarter(Variable word, Parts& zeros) {
    const auto known = quarters_.find(word);
    if (known != quarters_.end()) {
        zeros += multiple(known->second.zero, one);
        return known->second.value;
    }
    const auto divided = [&](const Polynomial& whole) -> std::optional<Polynomial> {
        Polynomial result;
        for (const auto& [monomial, coefficient] : whole.terms()) {
            if (!mpz_divisible_p(coefficient.get_mpz_t(), unit_.get_mpz_t())) return std::nullopt;
            result.add(monomial, coefficient / unit_);
        }
        return result;
    };
    if (const Sum* sum = sum_with_low(word)) {
        const auto value = divided(
            sum->total - Polynomial(base_) * (Polynomial::of(sum->high) - Polynomial(base_) * sum->excess));
        if (value) zeros += multiple(sum->zero, one);
        return value;
    }
    // the digit of an input
    const auto split = splits_.find({word, spare_});
    for (size_t k = 0; split != splits_.end() && k < builder_.meaning.contract().size(); ++k) {
        const Fact& fact = builder_.meaning.contract()[k];
        if (fact.kind != Fact::Kind::zero || fact.polynomial != Polynomial::of(split->second.low)) continue;
        zeros +=
            multiple(split->second.zero, one) + multiple(builder_.given({Given::Of::contract, 0, k}), one);
        return Polynomial::of(split->second.high);
    }
    return std::nullopt;
}

const SignedSums::Signed& SignedSums::signed_of(ir::Operand operand) {
    if (!operand.is_word) {
        const auto [place, is_new] = constants_.try_emplace(mpz_class(operand.value));
        if (is_new) place->second = constant(mpz_class(operand.value));
        return place->second;
    }
    const Variable word = operand.value;
    const auto [place, is_new] = signed_.try_emplace(word);
    if (!is_new) return place->second;
    const Split& top = split(word, top_place());
    const Range &low = search_.ranges.at(top.low), &sign = search_.ranges.at(top.high);
    const Polynomial raw = Polynomial::of(word) - Polynomial(base_) * Polynomial::of(top.high);
    Parts zeros;
    const auto digit = quarter(word, zeros);
    const mpz_class unit = digit ? unit_ : mpz_class(1), half = base_ / 2;
    const Named named = name(
        builder_, digit ? *digit - Polynomial(mpz_class(base_ / unit_)) * Polynomial::of(top.high) : raw);
    const Id zero =
        sum_of(builder_, zeros + multiple(named.zero, Polynomial(mpz_class(-unit))));  // raw - unit·value
    // unit·value = low - half·sign
    const Parts is_low = multiple(zero, minus_one) + multiple(top.zero, one);
    const Id least = builder_.round(
        bound_of(builder_, bounds(1, {*low.least}) + bounds(half, {*sign.most}) + is_low), unit);
    const Id most = builder_.round(bound_of(builder_, bounds(1, {*low.most}) + bounds(half, {*sign.least}) +
                                                          times_of(is_low, minus_one)),
                                   unit);
    limit(named.value, least, most);
    return place->second = {raw, Polynomial(unit) * Polynomial::of(named.value), zero};
}

const SignedSums::Sum* SignedSums::sum_with_high(Variable word) const {
    for (const Sum& sum : std::views::reverse(sums_)) {
        if (sum.high == word) return &sum;
    }
    return nullptr;
}

const SignedSums::Sum* SignedSums::sum_with_low(Variable word) const {
    for (const Sum& sum : std::views::reverse(sums_)) {
        if (sum.low == word) return &sum;
    }
    return nullptr;
}

void SignedSums::define(size_t i) {
    using ir::Opcode;
    const ir::Instruction& in = search_.program.body[i];
    switch (in.op) {
        case Opcode::mul_lo: return multiply_digit(i);
        case Opcode::mul_his:
        case Opcode::mad_his: return add_product(i);
        case Opcode::add:
            if (!in.flag_in && !in.flag_out) add_word(i);
            return;
        case Opcode::sub:
            if (in.src[0].is_zero() && !in.flag_in && !in.flag_out) multiply_digit(i);
            return;
        case Opcode::shl: return shift_up(i);
        case Opcode::sar: return in.src[1] == ir::Operand(spare_) ? shift_down(i) : carry_over(i);
        default: return;
    }
}

// A product of a digit is a multiple of the unit.
void SignedSums::multiply_digit(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    const Variable word = in.dst.id;
    for (const auto& [high, product] : products_) {
        if (builder_.fact(equation(i)) == Polynomial::of(word) - Polynomial::of(product.low))
            low_words_[product.low] = i;
    }
    Polynomial whole = Polynomial::of(word) - builder_.fact(equation(i));
    Parts zeros = multiple(equation(i), one);
    for (const auto& [high, product] : products_) {
        if (!whole.terms().contains({product.low})) continue;
        whole += builder_.fact(product.zero);
        zeros += multiple(product.zero, minus_one);
        break;
    }
    for (const ir::Operand& source : in.src) {
        if (!source.is_word) continue;
        Parts of_source;
        const auto value = quarter(source.value, of_source);
        if (!value) continue;
        // source = unit·value + the zeros, wherever it occurs
        Polynomial factor;
        for (const auto& [monomial, coefficient] : whole.terms()) {
            const auto place = std::ranges::find(monomial, source.value);
            if (place == monomial.end()) continue;
            check::Monomial others = monomial;
            others.erase(others.begin() + (place - monomial.begin()));
            factor.add(others, coefficient);
        }
        whole -= factor * (Polynomial::of(source.value) - Polynomial(unit_) * *value);
        zeros += times_of(of_source, factor);
        Polynomial result;
        for (const auto& [monomial, coefficient] : whole.terms()) {
            if (!mpz_divisible_p(coefficient.get_mpz_t(), unit_.get_mpz_t())) return;
            result.add(monomial, coefficient / unit_);
        }
        quarters_[word] = {result, sum_of(builder_, zeros)};
        return;
    }
}

// word = (high half of the signed product) + z + flag, where the flag is the carry of low half + (low word of the sum)
void SignedSums::add_product(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    const Variable word = in.dst.id;
    const Polynomial& of_word = builder_.meaning.instructions()[i][0].polynomial;
    std::optional<Variable> high;
    Polynomial excess;
    for (const auto& [monomial, coefficient] : of_word.terms()) {
        if (monomial.size() != 1) continue;
        if (coefficient == -1 && products_.contains(monomial[0])) high = monomial[0];
        if (abs(coefficient) == base_ && search_.is_bit(monomial[0]))
            excess.add(monomial, -coefficient / base_);
    }
    if (!high) return;
    const Product& product = products_.at(*high);
    const Signed x = signed_of(in.src[0]), y = signed_of(in.src[1]);
    Sum sum{0, word, excess, x.value * y.value, 0};
    // low half + base·word - raw product - base²·excess - base·(z + flag)
    Parts zeros = multiple(equation(i), base_) + multiple(product.zero, minus_one) + multiple(x.zero, y.raw) +
                  multiple(y.zero, x.value);
    if (in.op == ir::Opcode::mul_his) {
        const auto low = low_words_.find(product.low);
        if (low == low_words_.end()) return;
        sum.low = search_.program.body[low->second].dst.id;
        zeros += multiple(equation(low->second), one);
    } else {
        size_t k = i;
        while (k-- > 0 && search_.program.body[k].flag_out != in.flag_in) {
        }
        if (!in.flag_in || !in.src[2].is_word) return;
        const Sum* before = sum_with_high(in.src[2].value);
        if (!before || search_.program.body[k].src[2] != ir::Operand(ir::Word{before->low})) return;
        sum.low = search_.program.body[k].dst.id;
        sum.excess += before->excess;
        sum.total += before->total;
        zeros += multiple(equation(k), one) + multiple(before->zero, one);
    }
    sum.zero = sum_of(builder_, zeros);
    add(std::move(sum));
}

// high + x
void SignedSums::add_word(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    if (!in.src[0].is_word || !in.src[1].is_word) return;
    const Sum* before = sum_with_high(in.src[0].value);
    if (!before) return;
    Sum sum = *before;
    sum.high = in.dst.id;
    // a word that is part of another one has the range of this part
    Polynomial x = Polynomial::of(in.src[1].value);
    Parts zeros = multiple(before->zero, one) + multiple(equation(i), base_);
    for (size_t k = 0; k < i; ++k) {
        const Polynomial part = x - builder_.meaning.instructions()[k][0].polynomial;
        const bool is_part = search_.program.body[k].dst.id == in.src[1].value && part.terms().size() == 1;
        if (!is_part) continue;
        zeros += multiple(equation(k), base_);
        x = part;
        break;
    }
    sum.total += Polynomial(base_) * x;
    // high = before + x - base·carry
    const Polynomial carry = Polynomial::of(sum.high) - Polynomial::of(before->high) -
                             Polynomial::of(in.src[1].value) - builder_.fact(equation(i));
    for (const auto& [monomial, coefficient] : carry.terms()) sum.excess.add(monomial, coefficient / base_);
    sum.zero = sum_of(builder_, zeros);
    add(std::move(sum));
}

const SignedSums::Closed& SignedSums::close(const Sum& sum) {
    const auto [place, is_new] = closed_.try_emplace(sum.high);
    if (!is_new) return place->second;
    const Named value = name(builder_, Polynomial::of(sum.high) - Polynomial(base_) * sum.excess);
    const Id zero = sum_of(builder_, multiple(sum.zero, one) + multiple(value.zero, base_));
    const Range& low = search_.ranges.at(sum.low);
    // base·value = total - low
    const Id least = builder_.round(
        bound_of(builder_, range(sum.total, -1) + bounds(1, {*low.most}) + multiple(zero, one)), base_);
    const Id most = builder_.round(
        bound_of(builder_, range(sum.total, 1) + bounds(1, {*low.least}) + multiple(zero, minus_one)), base_);
    limit(value.value, least, most);
    return place->second = {value.value, zero, value.zero};
}

// A multiple of the unit, divided by it.
void SignedSums::shift_down(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    Parts whole;
    if (!in.src[0].is_word || !quarter(in.src[0].value, whole)) return;
    const Signed x = signed_of(in.src[0]);
    const auto& facts = builder_.meaning.instructions()[i];
    std::optional<Id> shift;  // x - base·sign - unit·(word - base·sign) - low
    for (size_t k = facts.size(); k-- > 1 && !shift;) {
        if (facts[k].kind == Fact::Kind::zero) shift = builder_.given({Given::Of::instruction, i, k});
    }
    const Variable word = in.dst.id, digit = x.value.terms().begin()->first[0];
    const Split &of_x = split(in.src[0].value, top_place()), &of_word = split(word, top_place());
    const Polynomial sign = Polynomial::of(of_x.high), own_sign = Polynomial::of(of_word.high);
    const Polynomial raw = Polynomial::of(word) - Polynomial(base_) * sign;
    // unit·(raw - digit) = -low
    std::optional<Variable> low;
    for (const auto& [monomial, coefficient] : builder_.fact(*shift).terms()) {
        if (coefficient == -1 && monomial.size() == 1) low = monomial[0];
    }
    if (!low) throw Gap{"the bits that a shift drops"};
    const Range &dropped = search_.ranges.at(*low), &below = search_.ranges.at(of_word.low),
                &bit = search_.ranges.at(of_word.high);
    const Parts is_low = multiple(equation(i), unit_) + multiple(*shift, minus_one) + multiple(x.zero, one);
    const Id same =
        zero_between(builder_, unit_, raw - Polynomial::of(digit), bounds(1, {*dropped.most}) + is_low,
                     bounds(1, {*dropped.least}) + times_of(is_low, minus_one));
    // base·(sign - own sign) = low - half·(own sign) - digit
    const auto [least, most] = limits_.at(digit);
    const Parts is_word = multiple(of_word.zero, one) + multiple(same, minus_one);
    const Id same_sign =
        zero_between(builder_, base_, sign - own_sign,
                     bounds(1, {*below.least}) + bounds(base_ / 2, {*bit.most}) + bounds(1, {most}) + is_word,
                     bounds(1, {*below.most}) + bounds(base_ / 2, {*bit.least}) + bounds(1, {least}) +
                         times_of(is_word, minus_one));
    know(word, {Polynomial::of(word) - Polynomial(base_) * own_sign, Polynomial::of(digit),
                sum_of(builder_, multiple(same, one) + multiple(same_sign, base_))});
}

// base·(excess - sign) = low - half·sign - value
SignedSums::Signed SignedSums::value_of_high(const Sum& sum) {
    const Sum of_word = sum;
    const Closed closed = close(of_word);
    const Split& top = split(of_word.high, top_place());
    const Range &sign = search_.ranges.at(top.high), &below = search_.ranges.at(top.low);
    const Polynomial is_negative = Polynomial::of(top.high);
    const mpz_class half = base_ / 2;
    const Parts is_word = multiple(closed.is_value, one) + multiple(top.zero, one);
    const Id is_sign =
        zero_between(builder_, base_, of_word.excess - is_negative,
                     bounds(1, {*below.least}) + bounds(half, {*sign.most}) +
                         bounds(1, {limits_.at(closed.value).second}) + is_word,
                     bounds(1, {*below.most}) + bounds(half, {*sign.least}) +
                         bounds(1, {limits_.at(closed.value).first}) + times_of(is_word, minus_one));
    return {Polynomial::of(of_word.high) - Polynomial(base_) * is_negative, Polynomial::of(closed.value),
            sum_of(builder_, multiple(closed.is_value, minus_one) + multiple(is_sign, base_))};
}

// The sum of the next digit begins with the value of a high word, or of an input: its low bits shifted up, its high
// bits shifted down.
void SignedSums::carry_over(size_t i) {
    const ir::Program& program = search_.program;
    const ir::Instruction& in = program.body[i];
    if (!in.src[0].is_word || in.src[1].is_word) return;
    const Variable x = in.src[0].value;
    const Sum* sum = sum_with_high(x);
    const unsigned place = in.src[1].value;
    if (!sum && !signed_.contains(x)) return;
    const auto is_shifted_up = [&](const ir::Instruction& other) {
        return other.op == ir::Opcode::shl && other.src[0] == in.src[0] && !other.src[1].is_word &&
               other.src[1].value + place == top_place() + 1;
    };
    const auto up = std::ranges::find_if(program.body, is_shifted_up);
    if (up == program.body.end()) return;
    const Signed whole = sum ? value_of_high(*sum) : signed_.at(x);
    const Variable low_word = up->dst.id, high_word = in.dst.id;
    const Polynomial is_negative = Polynomial::of(split(x, top_place()).high);
    const mpz_class power = mpz_class(1) << (top_place() + 1 - place);
    // x - base·sign = 2^place·(high - base·sign) + low
    const auto& facts = builder_.meaning.instructions()[i];
    std::optional<Id> shift;
    for (size_t k = facts.size(); k-- > 1 && !shift;) {
        if (facts[k].kind == Fact::Kind::zero) shift = builder_.given({Given::Of::instruction, i, k});
    }
    std::optional<Variable> low;
    for (const auto& [monomial, coefficient] : builder_.fact(*shift).terms()) {
        if (coefficient == -1 && monomial.size() == 1) low = monomial[0];
    }
    if (!low) throw Gap{"the bits that a shift drops"};
    const Id of_up = equation(static_cast<size_t>(up - program.body.begin()));
    const Range &of_low = search_.ranges.at(*low), &of_word = search_.ranges.at(low_word);
    // low_word - power·low = base·wrapped
    const Parts is_same = multiple(of_up, one) + multiple(*shift, power);
    const Polynomial rest = Polynomial::of(low_word) - Polynomial(power) * Polynomial::of(*low) -
                            builder_.fact(of_up) - Polynomial(power) * builder_.fact(*shift);
    Polynomial wrapped;
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), base_.get_mpz_t())) throw Gap{"a shifted word"};
        wrapped.add(monomial, coefficient / base_);
    }
    const Id same = zero_between(
        builder_, base_, wrapped,
        bounds(1, {*of_word.least}) + bounds(power, {*of_low.most}) + times_of(is_same, minus_one),
        bounds(1, {*of_word.most}) + bounds(power, {*of_low.least}) + is_same);
    add({low_word, high_word, is_negative, Polynomial(power) * whole.value,
         sum_of(builder_, multiple(whole.zero, power) + multiple(same, base_) + multiple(of_up, one) +
                              multiple(equation(i), base_))});
}

// A high word, shifted up, is a multiple of the unit.
void SignedSums::shift_up(size_t i) {
    const ir::Instruction& in = search_.program.body[i];
    if (!in.src[0].is_word || in.src[1].is_word || in.src[1].value != spare_) return;
    const Polynomial rest = Polynomial::of(in.dst.id) - builder_.fact(equation(i));
    Polynomial value;
    for (const auto& [monomial, coefficient] : rest.terms()) value.add(monomial, coefficient / unit_);
    quarters_[in.dst.id] = {value, equation(i)};
}

const SignedSums::Sum& SignedSums::sum_of_value(Variable value) const {
    for (const Sum& sum : std::views::reverse(sums_)) {
        const auto closed = closed_.find(sum.high);
        if (closed != closed_.end() && closed->second.value == value) return sum;
    }
    throw Gap{"where a sum starts from"};
}

Variable SignedSums::carried(const Sum& sum) const {
    for (const auto& [high, closed] : closed_) {
        if (high != sum.high && sum.total.terms().contains({closed.value})) return closed.value;
    }
    throw Gap{"where a sum starts from"};
}

Id SignedSums::top_digit(Variable word, const Closed& closed) {
    const Quarter& quarter = quarters_.at(word);
    const Split& top = split(word, top_place());
    const Range &low = search_.ranges.at(top.low), &sign = search_.ranges.at(top.high);
    // unit·(value of the high word) = word - base·(…)
    const Polynomial scaled = Polynomial(unit_) * (Polynomial::of(closed.value) - quarter.value) -
                              Polynomial(unit_) * builder_.fact(closed.is_value);
    Polynomial wrapped;
    for (const auto& [monomial, coefficient] : scaled.terms()) wrapped.add(monomial, coefficient / base_);
    // base·(wrapped + sign) = unit·value - (low - base/2·sign)
    const mpz_class half = base_ / 2;
    const auto [least, most] = limits_.at(closed.value);
    const Parts zeros = multiple(quarter.zero, minus_one) + multiple(closed.is_value, Polynomial(unit_)) +
                        multiple(top.zero, one);
    const Id same =
        zero_between(builder_, base_, wrapped + Polynomial::of(top.high),
                     bounds(unit_, {least}) + bounds(1, {*low.most}) + bounds(half, {*sign.least}) +
                         times_of(zeros, minus_one),
                     bounds(unit_, {most}) + bounds(1, {*low.least}) + bounds(half, {*sign.most}) + zeros);
    return sum_of(builder_, multiple(same, base_) + multiple(closed.is_value, Polynomial(unit_)) +
                                multiple(quarter.zero, minus_one));
}

// word = k·c + a modulo the base, where a is a multiple of the unit, and k is a, or a multiple of it.
std::optional<Id> SignedSums::no_low(Variable word) {
    const ir::Program& program = search_.program;
    const auto maker = [&](Variable of) {
        return std::ranges::find_if(program.body, [&](const ir::Instruction& in) { return in.dst.id == of; });
    };
    const auto last = maker(word);
    if (last == program.body.end() || last->op != ir::Opcode::mad_lo || !last->src[2].is_word)
        return std::nullopt;
    Polynomial value = Polynomial::of(word);
    Parts zeros;  // of word - value
    const auto use = [&](Variable of, Id zero, const mpz_class& coefficient) {
        Polynomial factor;
        for (const auto& [monomial, times] : value.terms()) {
            if (monomial == check::Monomial{of}) factor.add({}, times * coefficient);
        }
        value -= factor * builder_.fact(zero);
        zeros += multiple(zero, factor);
    };
    const auto open = [&](const ir::Instruction& in) {
        use(in.dst.id, equation(static_cast<size_t>(&in - program.body.data())), 1);
        for (const auto& [high, product] : products_) {
            if (value.terms().contains({product.low})) return use(product.low, product.zero, -1);
        }
    };
    open(*last);
    const Variable a = last->src[2].value;
    for (int k : {0, 1}) {
        if (!last->src[k].is_word || last->src[k].value == a) continue;
        const auto multiplier = maker(last->src[k].value);
        if (multiplier == program.body.end()) return std::nullopt;
        open(*multiplier);
    }
    Parts of_a;
    const auto digit = quarter(a, of_a);
    if (!digit) return std::nullopt;
    const auto found = value.terms().find({a});
    const mpz_class factor = found == value.terms().end() ? mpz_class(0) : found->second;
    value -= Polynomial(factor) * (Polynomial::of(a) - Polynomial(unit_) * *digit);
    zeros += times_of(of_a, factor);
    Polynomial quotient;
    for (const auto& [monomial, coefficient] : value.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), base_.get_mpz_t())) return std::nullopt;
        quotient.add(monomial, coefficient / base_);
    }
    // word = base·quotient
    const Range& range = search_.ranges.at(word);
    const Id none =
        zero_between(builder_, base_, quotient, bounds(1, {*range.least}) + times_of(zeros, minus_one),
                     bounds(1, {*range.most}) + zeros);
    return sum_of(builder_, multiple(none, base_) + zeros);
}

void SignedSums::add(Sum sum) {
    const Polynomial expected = Polynomial::of(sum.low) + Polynomial(base_) * Polynomial::of(sum.high) -
                                Polynomial(mpz_class(base_ * base_)) * sum.excess - sum.total;
    if (builder_.fact(sum.zero) != expected) throw Gap{"a sum of signed products"};
    sums_.push_back(std::move(sum));
}

Id SignedSums::no_rest(Variable word) {
    const Split& split = this->split(word, spare_);
    Parts zeros;
    const auto value = quarter(word, zeros);
    if (!value) throw Gap{"a digit"};
    const Range& low = search_.ranges.at(split.low);
    // unit·(value - high) = low
    const Parts is_low = multiple(split.zero, one) + times_of(zeros, minus_one);
    const Id same =
        zero_between(builder_, unit_, *value - Polynomial::of(split.high), bounds(1, {*low.least}) + is_low,
                     bounds(1, {*low.most}) + times_of(is_low, minus_one));
    return sum_of(builder_, multiple(same, unit_) + times_of(is_low, minus_one));
}

}  // namespace limbsmith::derive
