#include "derive/digits/linear_words.hpp"

#include <algorithm>
#include <ranges>

namespace limbsmith::derive {
namespace {

using check::Monomial;
using Kind = Fact::Kind;

mpz_class coefficient(const Polynomial& p, const Monomial& monomial) {
    const auto found = p.terms().find(monomial);
    return found == p.terms().end() ? mpz_class(0) : found->second;
}

mpz_class coefficient(const Polynomial& p, Variable variable) { return coefficient(p, Monomial{variable}); }

}  // namespace

std::optional<Variable> only_variable(const Polynomial& p) {
    std::optional<Variable> found;
    for (const auto& [monomial, factor] : p.terms()) {
        if (monomial.empty()) continue;
        if (monomial.size() != 1 || found || abs(factor) != 1) return std::nullopt;
        found = monomial[0];
    }
    return found;
}

LinearWords::LinearWords(const ir::Program& program, int word_bits)
    : builder(program, word_bits),
      program_(program),
      base_(mpz_class(1) << word_bits),
      half_(mpz_class(1) << (word_bits - 1)) {
    index(builder.meaning.contract(), check::Given::Of::contract, 0);
    for (size_t i = 0; i < program.body.size(); ++i)
        index(builder.meaning.instructions()[i], check::Given::Of::instruction, i);
}

// Finds the ranges of variables, the signs of words, and products by constants.
void LinearWords::index(const check::Facts& facts, check::Given::Of of, size_t i) {
    for (size_t which = 0; which < facts.size(); ++which) {
        const Polynomial& p = facts[which].polynomial;
        const check::Given given{of, i, which};
        if (facts[which].kind == Kind::nonnegative) {
            const auto variable = only_variable(p);
            if (!variable) continue;
            auto& [low, high] = ends_[*variable];
            auto& [least, most] = limits_[*variable];
            const bool is_low = coefficient(p, *variable) > 0;
            (is_low ? low : high) = given;
            (is_low ? least : most) =
                is_low ? mpz_class(-coefficient(p, Monomial{})) : coefficient(p, Monomial{});
            continue;
        }
        if (p.terms().size() != 3) continue;
        std::optional<Variable> unit, high, low, carry, part;
        mpz_class size;
        for (const auto& [monomial, factor] : p.terms()) {
            if (monomial.size() != 1) continue;
            if (factor == 1) unit = monomial[0];
            if (factor == -half_) high = monomial[0];
            if (factor == -1) low = monomial[0];
            if (factor == -base_) carry = monomial[0];
            if (factor < -1 && factor > -base_) part = monomial[0], size = -factor;
        }
        if (unit && part && low && *unit < program_.words)
            parts_.insert({{*unit, size}, {*part, *low, given}});
        if (unit && high && low && *unit < program_.words) splits_.insert({*unit, {*high, *low, given}});
        if (carry && low && !high) {
            products_.insert({*low, given});
            low_halves_.insert({*carry, *low});
        }
    }
}

Id LinearWords::contract(const Fact& fact) {
    const auto& all = builder.meaning.contract();
    const auto found = std::ranges::find(all, fact);
    if (found == all.end()) throw Gap{"the contract does not say it"};
    return builder.contract(static_cast<size_t>(found - all.begin()));
}

LinearWords::Range LinearWords::range(Variable variable) {
    if (const auto found = ranges_.find(variable); found != ranges_.end()) return found->second;
    const auto found = ends_.find(variable);
    if (found == ends_.end() || !found->second.first || !found->second.second)
        throw Gap{"a value has no range"};
    const auto& [least, most] = limits_.at(variable);
    return {least, most, builder.given(*found->second.first), builder.given(*found->second.second)};
}

mpz_class LinearWords::minimum(const Polynomial& form) {
    mpz_class sum = 0;
    for (const auto& [monomial, factor] : form.terms()) {
        if (monomial.size() > 1) throw Gap{"a product of values has no range"};
        if (monomial.empty())
            sum += factor;
        else
            sum += factor * (factor > 0 ? range(monomial[0]).least : range(monomial[0]).most);
    }
    return sum;
}

Id LinearWords::at_least(const Polynomial& form, const mpz_class& least) {
    const mpz_class slack = minimum(form) - least;
    if (slack < 0) throw Gap{"the range is too wide"};
    std::vector<check::Product> products;
    for (const auto& [monomial, factor] : form.terms())
        if (!monomial.empty())
            products.push_back(
                {abs(factor), {factor > 0 ? range(monomial[0]).low : range(monomial[0]).high}});
    if (slack > 0) products.push_back({slack, {}});
    return builder.bound(form - Polynomial(least), std::move(products), {});
}

void LinearWords::add_inputs() {
    for (const ir::Input& input : program_.inputs) {
        const ir::Representation& form = input.representation;
        const auto bounds = std::ranges::find(program_.contract.requires_, input.name, &ir::Bound::name);
        if (form.is_places())
            for (size_t i = 0; i < input.words.size(); ++i) add_digit(input.words[i], form.most(i));
        else if (form == ir::signed_word && bounds != program_.contract.requires_.end() &&
                 bounds->below->kind == ir::Expr::Kind::integer)
            add_digit(input.words[0], mpz_class(static_cast<unsigned long>(bounds->below->number - 1)));
        else
            throw Gap{"a number is not in signed digits"};
    }
}

void LinearWords::add_digit(ir::Word word, const mpz_class& bound) {
    const Variable sign = splits_.at(word.id).sign;
    const Polynomial digit = Polynomial::of(word.id) - scaled(base_, Polynomial::of(sign));
    const Builder::Name name = builder.name(digit);
    const Polynomial x = Polynomial::of(name.value), most = bound;
    const Id high =
        builder.bound(most - x, {{1, {contract({Kind::nonnegative, most - digit})}}}, {{name.zero, one}});
    const Id low = builder.bound(most + x, {{1, {contract({Kind::nonnegative, most + digit})}}},
                                 {{name.zero, minus_one}});
    ranges_[name.value] = {-bound, bound, low, high};
    inputs_.insert(name.value);
    values_[word.id] = {x, Polynomial::of(sign), name.zero};
    signed_[word.id] = {sign, x, name.zero};
}

void LinearWords::add(size_t i) {
    const ir::Instruction& in = program_.body[i];
    using enum ir::Opcode;
    if (in.op == mul_hi && !in.src[1].is_word) {
        high_words_[in.dst.id] = i;
        return;
    }
    if (in.flag_in || in.flag_out) return add_in_chain(i);
    if (in.op == shf_r) return add_long_quotient(i);
    if (is_high_part(i)) return;
    const bool reads_sign = (in.op == sar || in.op == shr) && !in.src[1].is_word &&
                            in.src[1].value + 1 == static_cast<uint32_t>(builder.meaning.word_bits());
    if (in.op == shr && !reads_sign && !in.src[1].is_word) return add_quotient(i);
    const bool is_linear = in.op == ir::Opcode::add || in.op == sub || in.op == mul_lo || in.op == mad_lo;
    if (!(is_linear || reads_sign)) throw Gap{"an instruction is not linear"};
    if (reads_sign) signed_of(in.src[0]);
    const Id of_word = equation(i);
    std::vector<check::Multiple> zeros{{of_word, one}};
    Polynomial rest = builder.fact(of_word);  // word - (its sources)
    const auto subtract = [&](Id zero, const mpz_class& times) {
        zeros.push_back({zero, Polynomial(mpz_class(-times))});
        rest -= scaled(times, builder.fact(zero));
    };
    const Polynomial before = rest;
    for (const auto& [monomial, factor] : before.terms())
        if (monomial.size() == 1 && products_.contains(monomial[0]))
            subtract(builder.given(products_.at(monomial[0])), -factor);
    // a product of words with the values x and y: (x + base·e)·(y + base·f), and x·y has a name
    const Polynomial of_products = rest;
    for (const auto& [monomial, factor] : of_products.terms()) {
        if (monomial.size() != 2 || !values_.contains(monomial[0]) || !values_.contains(monomial[1]))
            continue;
        const Value x = values_.at(monomial[0]), y = values_.at(monomial[1]);
        const auto only = [](const Polynomial& value) { return only_variable(value).value(); };
        const auto subtract_times = [&](Id zero, const Polynomial& times) {
            zeros.push_back({zero, scaled(-1, times)});
            rest -= times * builder.fact(zero);
        };
        if (!only_variable(x.value) || !only_variable(y.value)) throw Gap{"a product is not one of digits"};
        subtract_times(x.zero, scaled(factor, Polynomial::of(monomial[1])));
        subtract_times(y.zero, scaled(factor, x.value));
        subtract_times(names_.at(product(only(x.value), only(y.value))), Polynomial(factor));
    }
    const Polynomial of_words = rest;
    for (const auto& [monomial, factor] : of_words.terms())
        if (monomial.size() == 1 && monomial[0] != in.dst.id && values_.contains(monomial[0]))
            subtract(values_.at(monomial[0]).zero, factor);
    Value made;
    const Polynomial sources = Polynomial::of(in.dst.id) - rest;
    for (const auto& [monomial, factor] : sources.terms()) {
        mpz_class residue = factor + half_;
        mpz_fdiv_r(residue.get_mpz_t(), residue.get_mpz_t(), base_.get_mpz_t());
        residue -= half_;
        if (monomial.size() > 1 && residue != 0) throw Gap{"a product of values is left"};
        if (residue != 0) made.value.add(monomial, residue);
        if (residue != factor) made.excess.add(monomial, mpz_class(factor - residue) / base_);
    }
    made.zero = builder.sum(rest, std::move(zeros));
    if (const auto name = rests_.find(made.value); name != rests_.end()) {
        made.zero = builder.sum(rest + made.value - Polynomial::of(name->second),
                                {{made.zero, one}, {names_.at(name->second), one}});
        made.value = Polynomial::of(name->second);
    }
    values_[in.dst.id] = std::move(made);
}

const LinearWords::Signed& LinearWords::signed_of(ir::Operand word) {
    if (!word.is_word || !values_.contains(word.value) || !splits_.contains(word.value))
        throw Gap{"a word has no sign"};
    const auto [place, is_new] = signed_.try_emplace(word.value);
    Signed& made = place->second;
    const Split& split = splits_.at(word.value);
    if (!is_new && signs_.contains(split.sign)) return made;
    const Polynomial sign = Polynomial::of(split.sign), low = Polynomial::of(split.low);
    const Range of_sign = range(split.sign), of_low = range(split.low);
    const Id parts = builder.given(split.zero);
    if (is_new) {
        const Value& own = values_.at(word.value);
        const Polynomial difference = own.excess - sign, last = mpz_class(base_ - 1);
        // base·difference = (word in two's complement) - value lies above -base and below base
        const Id upper = builder.bound(scaled(base_, difference) + last,
                                       {{1, {of_low.low}},
                                        {half_, {of_sign.high}},
                                        {1, {nonnegative(mpz_class(half_ - 1) - own.value)}}},
                                       {{own.zero, minus_one}, {parts, one}});
        const Id lower = builder.bound(
            last - scaled(base_, difference),
            {{1, {nonnegative(own.value + Polynomial(half_))}}, {half_, {of_sign.low}}, {1, {of_low.high}}},
            {{own.zero, one}, {parts, minus_one}});
        const Id same = builder.both(builder.round(upper, base_), builder.round(lower, base_));
        made = {split.sign, own.value,
                builder.sum(Polynomial::of(word.value) - scaled(base_, sign) - own.value,
                            {{own.zero, one}, {same, Polynomial(base_)}})};
    }
    const Id least = builder.bound(made.value + scaled(half_, sign), {{1, {of_low.low}}},
                                   {{made.zero, minus_one}, {parts, one}});
    const Id most = builder.bound(mpz_class(half_ - 1) - scaled(half_, sign) - made.value,
                                  {{1, {of_low.high}}}, {{made.zero, one}, {parts, minus_one}});
    signs_[split.sign] = {made.value, least, most};
    return made;
}

void LinearWords::name_value(ir::Operand word, const mpz_class& bound, Id least, Id most) {
    Value& own = values_.at(word.value);
    const Builder::Name name = builder.name(own.value);
    const Polynomial z = Polynomial::of(name.value), limit = bound;
    ranges_[name.value] = {-bound, bound, builder.bound(limit + z, {{1, {least}}}, {{name.zero, minus_one}}),
                           builder.bound(limit - z, {{1, {most}}}, {{name.zero, one}})};
    names_[name.value] = name.zero;
    own.zero = builder.sum(Polynomial::of(word.value) - z - scaled(base_, own.excess),
                           {{own.zero, one}, {name.zero, one}});
    own.value = z;
}

Id LinearWords::by_sign(Variable sign, const Polynomial& goal, const Builder::Case& if_negative,
                        const Builder::Case& if_natural) {
    const OfSign of = signs_.at(sign);
    const Range usual = range(sign);
    const Polynomial bit = Polynomial::of(sign);
    return builder.cases(
        bit - one, {Kind::nonnegative, goal},
        [&](Id assumption) {
            ranges_[sign] = {1, 1, assumption, usual.high};
            const Id known = builder.bound(minus_one - of.value, {{1, {of.high}}, {half_, {assumption}}}, {});
            if_negative(known);
            ranges_[sign] = usual;
        },
        [&](Id assumption) {
            ranges_[sign] = {0, 0, usual.low, assumption};
            const Id known = builder.bound(of.value, {{1, {of.low}}, {half_, {assumption}}}, {});
            if_natural(known);
            ranges_[sign] = usual;
        });
}

Id LinearWords::absurd(const Polynomial& form, Id minus) {
    const mpz_class least = minimum(form);
    if (least >= 0) return at_least(form, 0);
    return builder.bound(form, {{1, {at_least(form, least)}}, {mpz_class(-least), {minus}}}, {});
}

// From the ranges and one fact, or from two facts that contradict each other.
Id LinearWords::leaf(const Polynomial& form, const std::vector<Id>& known) {
    if (minimum(form) >= 0) return at_least(form, 0);
    for (const Id fact : known) {
        const Polynomial rest = form - builder.fact(fact);
        if (minimum(rest) >= 0) return builder.bound(form, {{1, {fact}}, {1, {at_least(rest, 0)}}}, {});
    }
    for (const Id x : known) {
        for (const Id y : known) {
            const Polynomial rest = minus_one - builder.fact(x) - builder.fact(y);
            if (x >= y || minimum(rest) < 0) continue;
            return absurd(form, builder.bound(minus_one, {{1, {x}}, {1, {y}}, {1, {at_least(rest, 0)}}}, {}));
        }
    }
    throw Gap{"no fact gives the range"};
}

Id LinearWords::in_cases(const Polynomial& form, std::vector<Variable> signs, std::vector<Id>& known) {
    if (signs.empty()) return leaf(form, known);
    const Variable sign = signs.back();
    signs.pop_back();
    const auto side = [&](Id fact) {
        known.push_back(fact);
        in_cases(form, signs, known);
        known.pop_back();
    };
    return by_sign(sign, form, side, side);
}

Id LinearWords::nonnegative(const Polynomial& form) {
    if (minimum(form) >= 0) return at_least(form, 0);
    std::vector<Variable> signs;
    for (const auto& [monomial, factor] : form.terms()) {
        if (monomial.size() != 1 || !signs_.contains(monomial[0])) continue;
        const Polynomial& of = signs_.at(monomial[0]).value;
        const bool is_of_same = std::ranges::any_of(of.terms(), [&](const auto& term) {
            return term.first.size() == 1 && inputs_.contains(term.first[0]) &&
                   form.terms().contains(term.first);
        });
        if (is_of_same) signs.push_back(monomial[0]);
    }
    std::vector<Id> known;
    return in_cases(form, signs, known);
}

Polynomial LinearWords::in_values(Polynomial form, std::vector<check::Multiple>& zeros) {
    const auto replace = [&](ir::Operand word) {
        const mpz_class times = word.is_word ? coefficient(form, word.value) : mpz_class(0);
        if (times == 0) return;
        const Signed& of = signed_of(word);
        zeros.push_back({of.zero, Polynomial(times)});
        form -= scaled(times, builder.fact(of.zero));
    };
    for (const ir::Input& input : program_.inputs)
        for (const ir::Word word : input.words) replace(word);
    for (const ir::Output& output : program_.outputs)
        for (const ir::Operand word : output.words) replace(word);
    return form;
}

Polynomial LinearWords::without_names(Polynomial form, std::vector<check::Multiple>& zeros) {
    // later names are of values with earlier ones
    for (const auto& [name, zero] : std::views::reverse(names_)) {
        const mpz_class times = coefficient(form, name);
        if (times == 0) continue;
        zeros.push_back({zero, Polynomial(mpz_class(-times))});
        form += scaled(times, builder.fact(zero));
    }
    return form;
}

}  // namespace limbsmith::derive
