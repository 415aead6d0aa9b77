#include "check/meaning.hpp"

#include <algorithm>

#include "check/budget.hpp"

namespace limbsmith::check {

Meaning::Meaning(const ir::Program& program, int word_bits, Variables& variables)
    : Expressions(variables, word_bits, contract_),
      program_(program),
      word_is_defined_(program.words),
      flag_is_defined_(program.flags) {
    Budget::spend((uint64_t{program.words} + program.flags) / 8);  // tables
    variables_.skip_to(program.words + program.flags);
    add_inputs();
    for (const ir::Instruction& in : program.body) add(in);
    for (uint32_t id = 0; id < program.words; ++id)
        if (!word_is_defined_[id]) variables_.exclude(word(id));
    for (uint32_t id = 0; id < program.flags; ++id)
        if (!flag_is_defined_[id]) variables_.exclude(flag(id));
    facts_ = &contract_;
    add_contract();
}

void Meaning::define(ir::Word word) {
    require(word.id < word_is_defined_.size(), "a word has no number");
    require(!word_is_defined_[word.id], "a word is defined twice");
    word_is_defined_[word.id] = true;
}

Polynomial Meaning::value(ir::Operand operand) const {
    if (!operand.is_word) {
        require(operand.value < base_, "a constant is not a word");
        return mpz_class(operand.value);
    }
    require(operand.value < word_is_defined_.size() && word_is_defined_[operand.value],
            "a word is read before it is defined");
    return Polynomial::of(word(operand.value));
}

// The sources in one order, whichever comes first.
std::pair<Meaning::Key, Meaning::Key> Meaning::pair_of(ir::Operand x, ir::Operand y) {
    return std::minmax(key(x), key(y));
}

// x·y = low + B·high, the same values wherever it is formed.
Meaning::Halves Meaning::product(ir::Operand x, ir::Operand y) {
    const auto [place, is_new] = products_.try_emplace(pair_of(x, y));
    if (is_new) {
        const Polynomial low = hidden(base_), high = hidden(last_);
        learn_zero(value(x) * value(y) - low - base_ * high);
        place->second = {high, low};
    }
    return place->second;
}

// x = 2^(y mod W)·high + low, the same values wherever it is formed.
Meaning::Halves Meaning::split(ir::Operand x, ir::Operand y) {
    const Polynomial power = amount(y).power;
    const auto [place, is_new] = splits_.try_emplace({key(x), key(y)});
    if (is_new) {
        const Polynomial high = hidden(y.is_word ? base_ : mpz_class(base_ / power.constant()));
        const Polynomial low = hidden(power);
        learn_zero(value(x) - power * high - low);
        place->second = {high, low};
    }
    return place->second;
}

// The top bit.
Polynomial Meaning::sign(ir::Operand x) { return split(x, ir::Operand(bits_ - 1)).high; }

// x & y, the same value wherever it is formed. With 2^k - 1 it is the rest of a division by 2^k.
Polynomial Meaning::both(ir::Operand x, ir::Operand y) {
    const auto [place, is_new] = both_.try_emplace(pair_of(x, y));
    if (!is_new) return place->second;
    const Polynomial bits = place->second = bits_of_both(value(x), value(y));
    const auto is_low_mask = [](ir::Operand it) {
        return !it.is_word && it.value != 0 && (it.value & (it.value + 1)) == 0;
    };
    const Polynomial first = value(x), difference = value(x) - value(y);
    if (is_low_mask(x)) std::swap(x, y);
    if (is_low_mask(y)) {
        const mpz_class weight = mpz_class(y.value) + 1;
        const Polynomial high = hidden(mpz_class(base_ / weight));
        learn_zero(value(x) - weight * high - bits);
    }
    learn_bound(bits - first + base_ * difference * difference);
    return bits;
}

// y = W·multiple + rest; the power of a y at run time is a new value.
Meaning::Amount Meaning::amount(ir::Operand y) {
    if (!y.is_word) return {power_of_two(y.value % bits_), y.value < bits_ ? 1 : 0};
    const auto [place, is_new] = amounts_.try_emplace(key(y));
    if (is_new) {
        const Polynomial multiple = hidden(mpz_class((base_ - 1) / bits_ + 1)), rest = hidden(bits_);
        learn_zero(value(y) - Polynomial(bits_) * multiple - rest);
        const Polynomial power = variables_.power(2, rest);
        learn_bound(power - 1);
        learn_bound(power_of_two(bits_ - 1) - power);
        place->second = {power, is_zero(multiple)};
    }
    return place->second;
}

}  // namespace limbsmith::check
