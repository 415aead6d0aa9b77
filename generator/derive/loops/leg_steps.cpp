// The steps of a leg: each states its facts, and most are taken in.
#include "derive/loops/legs.hpp"
#include "derive/loops/lemmas.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

Id Legs::add(decltype(check::Step::rule) rule, Facts facts) {
    steps_.push_back({std::move(rule)});
    const Id first = state_.facts.size();
    state_.facts.insert(state_.facts.end(), facts.begin(), facts.end());
    const Id end = state_.facts.size();
    for (Id id = first; id < end; ++id) learn(id);  // which may state more
    return end - 1;
}

Id Legs::restated(Known& known, Kind kind) {
    if (known.zeros.empty()) return known.id;
    std::map<Id, Polynomial> factors;
    for (const check::Multiple& zero : known.zeros) factors[zero.fact] += zero.factor;
    if (kind == Kind::zero) factors[known.id] += 1;
    std::vector<check::Multiple> zeros;
    for (auto& [id, factor] : factors)
        if (!factor.is_zero()) zeros.push_back({id, factor});
    const Polynomial& claim = known.polynomial;
    if (kind == Kind::zero)
        steps_.push_back({check::Sum{claim, zeros}});
    else
        steps_.push_back({check::Bound{claim, {{1, {known.id}}}, zeros}});
    state_.facts.push_back({kind, claim});
    known.zeros.clear();
    return known.id = state_.facts.size() - 1;
}

Id Legs::stated(Known& known) { return restated(known, Kind::nonnegative); }
Id Legs::stated_zero(Known& known) { return restated(known, Kind::zero); }

Id Legs::state_zero(const Polynomial& polynomial) {
    if (const auto id = find({Kind::zero, polynomial})) return *id;
    const Reduced reduced = reduce(polynomial);
    steps_.push_back({check::Sum{polynomial, reduced.zeros}});
    state_.facts.push_back({Kind::zero, polynomial});
    return state_.facts.size() - 1;
}

Id Legs::sum(const Polynomial& claim, std::vector<check::Multiple> zeros) {
    return add(check::Sum{claim, std::move(zeros)}, {{Kind::zero, claim}});
}

Id Legs::bound(const Polynomial& claim, std::vector<check::Product> products,
               std::vector<check::Multiple> zeros) {
    return add(check::Bound{claim, std::move(products), std::move(zeros)}, {{Kind::nonnegative, claim}});
}

Id Legs::round(Id fact, const mpz_class& divisor) {
    Polynomial rounded;
    for (const auto& [monomial, coefficient] : this->fact(fact).terms()) {
        mpz_class quotient;
        mpz_fdiv_q(quotient.get_mpz_t(), coefficient.get_mpz_t(), divisor.get_mpz_t());
        rounded.add(monomial, quotient);
    }
    return add(check::Round{fact, divisor}, {{Kind::nonnegative, rounded}});
}

Id Legs::both(Id fact, Id opposite) {
    const Id id = state_.facts.size();
    add(check::Both{fact, opposite}, {{Kind::zero, this->fact(fact)}});
    return id;
}

Id Legs::same_entry(Variable first, Variable second, Id indices) {
    return add(check::SameEntry{first, second, indices},
               {{Kind::zero, Polynomial::of(first) - Polynomial::of(second)}});
}

Polynomial Legs::product_of_powers(const std::vector<Variable>& left, const std::vector<Variable>& right,
                                   const mpz_class& by) const {
    Polynomial x = 1, y = 1, factor = 1;
    for (Variable it : left) x = x * Polynomial::of(it);
    for (Variable it : right) y = y * Polynomial::of(it);
    const Polynomial& base = state_.powers.at(left.at(0)).base;
    if (base == 2)
        factor = check::power_of_two(mpz_class(abs(by)).get_ui());
    else
        for (mpz_class k = 0; k < abs(by); ++k) factor = factor * base;
    (by < 0 ? x : y) = (by < 0 ? x : y) * factor;
    return x - y;
}

void Legs::limit_power(Variable power, Id left, unsigned long most) {
    const Polynomial limit = check::power_of_two(most), value = Polynomial::of(power);
    const Polynomial others = Polynomial::of(state_.next);  // 2^(most - exponent), at least 1
    const auto quietly = [&](decltype(check::Step::rule) rule, Kind kind, const Polynomial& claim) {
        steps_.push_back({std::move(rule)});
        state_.facts.push_back({kind, claim});
        return state_.facts.size() - 1;
    };
    quietly(check::Power{left}, Kind::nonnegative, others - 1);
    const Id exponents = quietly(check::Sum{0, {}}, Kind::zero, 0);
    const Variable own = state_.next++;
    const Id product =
        quietly(check::Powers{exponents, {power, own}, {}}, Kind::zero, value * others - limit);
    state_.co_powers.push_back({power, own, limit.constant(), product});
    limit_by(power, state_.co_powers.back());
}

// limit - power = (other - 1)·power
void Legs::limit_by(Variable power, State::CoPower co) {
    const Polynomial value = Polynomial::of(power),
                     other = Polynomial::of(co.first == power ? co.second : co.first);
    const auto at_least_one = [&](const Polynomial& it) { return find({Kind::nonnegative, it - 1}).value(); };
    const Id positive = bound(value, {{1, {at_least_one(value)}}, {1, {}}}, {});
    bound(Polynomial(co.product) - value, {{1, {at_least_one(other), positive}}}, {{co.zero, -1}});
}

// greater - lesser = (times - 1)·lesser
void Legs::order_powers(Variable greater, Variable lesser, Id natural) {
    const Polynomial p = Polynomial::of(greater), q = Polynomial::of(lesser),
                     times = Polynomial::of(state_.next++);
    const Id at_least_one = quietly(check::Power{natural}, {Kind::nonnegative, times - 1});
    const Id none = sum_of_zeros(0, {});
    const Id product =
        quietly(check::Powers{none, {greater}, {lesser, state_.next - 1}}, {Kind::zero, p - q * times});
    const Id positive = *find({Kind::nonnegative, q - 1});
    bound(p - q, {{1, {at_least_one, positive}}, {1, {at_least_one}}}, {{product, 1}});
}

Id Legs::powers(Id exponents, std::vector<Variable> left, std::vector<Variable> right) {
    Polynomial shift = Polynomial() - fact(exponents);
    for (Variable it : left) shift += state_.powers.at(it).exponent;
    for (Variable it : right) shift -= state_.powers.at(it).exponent;
    const Polynomial claim = product_of_powers(left, right, shift.constant());
    const Id id = state_.facts.size();
    if (left.size() == 2 && right.empty()) {
        steps_.push_back({check::Powers{exponents, left, {}}});
        state_.facts.push_back({Kind::zero, claim});
        state_.co_powers.push_back(
            {left[0], left[1],
             Polynomial(Polynomial::of(left[0]) * Polynomial::of(left[1]) - claim).constant(), id});
        return id;
    }
    add(check::Powers{exponents, std::move(left), std::move(right)}, {{Kind::zero, claim}});
    return id;
}

Id Legs::quietly(decltype(check::Step::rule) rule, Fact fact) {
    steps_.push_back({std::move(rule)});
    state_.facts.push_back(std::move(fact));
    return state_.facts.size() - 1;
}

Id Legs::sum_of_zeros(const Polynomial& claim, std::vector<check::Multiple> zeros) {
    return quietly(check::Sum{claim, std::move(zeros)}, {Kind::zero, claim});
}

// Names the polynomial by a division by 1.
Legs::Name Legs::name(const Polynomial& polynomial) {
    const Polynomial value = Polynomial::of(state_.next++), rest = Polynomial::of(state_.next++);
    const size_t index = state_.quotients++;
    steps_.push_back({check::Divide{polynomial, 1}});
    const auto given = [&](size_t which, Kind kind, const Polynomial& p) {
        return quietly(check::Given{check::Given::Of::quotient, index, which}, {kind, p});
    };
    const Id least = given(1, Kind::nonnegative, rest),
             most = given(2, Kind::nonnegative, Polynomial() - rest);
    const Id none = quietly(check::Both{least, most}, {Kind::zero, rest});
    const Id zero = given(0, Kind::zero, polynomial - value - rest);
    return {state_.next - 2, sum_of_zeros(polynomial - value, {{zero, 1}, {none, 1}})};
}

Legs::Name Legs::power(Id exponent, const Polynomial& base, std::vector<Variable> powers,
                       const Polynomial& product) {
    const Variable own = state_.next++;
    steps_.push_back({check::Power{exponent, base}});
    if (base == 2) state_.facts.push_back({Kind::nonnegative, Polynomial::of(own) - 1});
    const Id none = sum_of_zeros(0, {});
    return {own, quietly(check::Powers{none, {own}, std::move(powers)},
                         {Kind::zero, Polynomial::of(own) - product})};
}

void Legs::apply_division(const std::vector<Polynomial>& values, const std::vector<Id>& facts) {
    steps_.push_back({check::Apply{Lemmas::one_division, values, facts}});
    state_.facts.push_back({Kind::zero, values[1] - values[3]});
    state_.facts.push_back({Kind::zero, values[2] - values[4]});
    learn(state_.facts.size() - 1);
}

const Legs::State::CoPower* Legs::co_power(Variable power) const {
    const auto found = std::ranges::find_if(state_.co_powers, [&](const auto& it) {
        return it.product != 0 && (it.first == power || it.second == power) && !is_replaced(it.first) &&
               !is_replaced(it.second);
    });
    return found == state_.co_powers.end() ? nullptr : &*found;
}

Legs::Bits Legs::bits(Id least, Id most) {
    const mpz_class last = (fact(least) + fact(most)).constant();
    Bits result{state_.next, static_cast<unsigned>(mpz_popcount(last.get_mpz_t())), {}, 0};
    Facts facts;
    Polynomial sum = fact(least);
    Id id = state_.facts.size();
    for (unsigned i = 0; i < result.count; ++i) {
        const Polynomial bit = Polynomial::of(state_.next++);
        facts.push_back({Kind::nonnegative, bit});
        facts.push_back({Kind::nonnegative, 1 - bit});
        facts.push_back({Kind::zero, bit * bit - bit});
        result.bits.emplace_back(id, id + 1);
        id += 3;
        sum -= Polynomial(check::power_of_two(i)) * bit;
    }
    facts.push_back({Kind::zero, sum});
    result.sum = id;
    steps_.push_back({check::Bits{least, most}});
    state_.facts.insert(state_.facts.end(), facts.begin(), facts.end());
    return result;
}

Id Legs::common(Variable, const Polynomial& claim, check::CommonBits rule) {
    const Id id = state_.facts.size();
    add(std::move(rule), {{Kind::zero, claim}});
    return id;
}

Id Legs::apply(size_t lemma, std::vector<Polynomial> values, std::vector<Id> facts, const Facts& shown) {
    return add(check::Apply{lemma, std::move(values), std::move(facts)}, shown);
}

std::optional<Id> Legs::cases(const Polynomial& split, const Fact& goal, const Case& if_nonnegative,
                              const Case& if_negative) {
    bool all = true;
    const Variable next = state_.next;
    const auto side = [&](const Polynomial& assumption, const Case& show) {
        check::Steps outer = std::exchange(steps_, {}), inner;
        forget([&] {
            state_.facts.push_back({Kind::nonnegative, assumption});
            const Id id = state_.facts.size() - 1;
            learn(id);
            all = all && show(id);
            inner = std::exchange(steps_, std::move(outer));
        });
        return inner;
    };
    check::Steps first = side(split, if_nonnegative);
    if (!all) {
        state_.next = next;
        return std::nullopt;
    }
    check::Steps second = side(Polynomial() - 1 - split, if_negative);
    if (!all) {
        state_.next = next;
        return std::nullopt;
    }
    const Id id = state_.facts.size();
    add(check::Cases{split, goal, std::move(first), std::move(second)}, {goal});
    return id;
}

Legs::Fermat Legs::fermat(const mpz_class& prime, const Polynomial& base) {
    const Fermat result{state_.next, state_.facts.size()};
    const auto value = [&](Variable k) { return Polynomial::of(result.power + k); };
    const Polynomial power = value(0), divides = value(1), quotient = value(2), part = value(3);
    steps_.push_back({check::Fermat{prime, base}});
    state_.facts.push_back({Kind::nonnegative, divides});
    state_.facts.push_back({Kind::nonnegative, 1 - divides});
    state_.facts.push_back({Kind::zero, base * power - 1 + divides - prime * quotient});
    state_.facts.push_back({Kind::zero, divides * base - prime * part});
    state_.next += 4;
    return result;
}

}  // namespace limbsmith::derive::loops
