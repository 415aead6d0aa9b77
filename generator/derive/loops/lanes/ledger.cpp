#include "derive/loops/lanes/ledger.hpp"

#include <algorithm>

#include "derive/loops/fact_hash.hpp"
#include "derive/loops/lemmas.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

namespace {

// The factor of the value in the polynomial, which has no higher power of it.
Polynomial factor_of(Variable value, const Polynomial& polynomial) {
    Polynomial factor;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        const auto place = std::ranges::find(monomial, value);
        if (place == monomial.end()) continue;
        check::Monomial others = monomial;
        others.erase(others.begin() + (place - monomial.begin()));
        factor.add(others, coefficient);
    }
    return factor;
}

}  // namespace

std::optional<Id> Ledger::find(const Fact& fact) const {
    for (; indexed_ < facts_.size(); ++indexed_) index_.emplace(hash_of(facts_[indexed_]), indexed_);
    std::optional<Id> first;
    const auto [begin, end] = index_.equal_range(hash_of(fact));
    for (auto it = begin; it != end; ++it)
        if (it->second < first.value_or(facts_.size()) && facts_[it->second] == fact) first = it->second;
    return first;
}

Id Ledger::add(decltype(check::Step::rule) rule, Fact fact) {
    steps_.push_back({std::move(rule)});
    facts_.push_back(std::move(fact));
    return facts_.size() - 1;
}

Id Ledger::sum(const Polynomial& claim, std::vector<Multiple> zeros) {
    return add(check::Sum{claim, std::move(zeros)}, {Kind::zero, claim});
}

Id Ledger::bound(const Polynomial& claim, std::vector<Product> products, std::vector<Multiple> zeros) {
    return add(check::Bound{claim, std::move(products), std::move(zeros)}, {Kind::nonnegative, claim});
}

Id Ledger::round(Id id, const mpz_class& divisor) {
    Polynomial rounded;
    for (const auto& [monomial, coefficient] : fact(id).terms()) {
        mpz_class quotient;
        mpz_fdiv_q(quotient.get_mpz_t(), coefficient.get_mpz_t(), divisor.get_mpz_t());
        rounded.add(monomial, quotient);
    }
    return add(check::Round{id, divisor}, {Kind::nonnegative, rounded});
}

Id Ledger::both(Id id, Id opposite) { return add(check::Both{id, opposite}, {Kind::zero, fact(id)}); }

Id Ledger::bit_squared(Id least, Id most) {
    const Polynomial p = fact(least), bit = of(next_++);
    if (const auto known = find({Kind::zero, p * p - p})) return --next_, *known;
    steps_.push_back({check::Bits{least, most}});
    facts_.push_back({Kind::nonnegative, bit});
    facts_.push_back({Kind::nonnegative, 1 - bit});
    facts_.push_back({Kind::zero, bit * bit - bit});
    facts_.push_back({Kind::zero, p - bit});
    const Id last = facts_.size() - 1;
    return sum(p * p - p, {{last - 1, 1}, {last, p + bit - 1}});
}

std::pair<Variable, Id> Ledger::bits(Id least, Id most, size_t count) {
    const Variable first = next_;
    const Id id = facts_.size();
    Polynomial rest = fact(least);
    steps_.push_back({check::Bits{least, most}});
    for (size_t k = 0; k < count; ++k) {
        const Polynomial bit = of(next_++);
        facts_.push_back({Kind::nonnegative, bit});
        facts_.push_back({Kind::nonnegative, 1 - bit});
        facts_.push_back({Kind::zero, bit * bit - bit});
        rest.add({next_ - 1}, -(mpz_class(1) << k));
    }
    facts_.push_back({Kind::zero, rest});
    return {first, id};
}

Ledger::Name Ledger::name(const Polynomial& polynomial) {
    const Variable value = next_;
    const Polynomial rest = of(value + 1);
    next_ += 2;
    const size_t index = quotients_++;
    steps_.push_back({check::Divide{polynomial, 1}});
    const auto given = [&](size_t which, Kind kind, const Polynomial& p) {
        return add(check::Given{check::Given::Of::quotient, index, which}, {kind, p});
    };
    const Id least = given(1, Kind::nonnegative, rest),
             most = given(2, Kind::nonnegative, Polynomial() - rest), none = both(least, most),
             zero = given(0, Kind::zero, polynomial - of(value) - rest);
    return {value, sum(polynomial - of(value), {{zero, 1}, {none, 1}})};
}

Ledger::Divided Ledger::divide(const Polynomial& polynomial, const mpz_class& m) {
    const Variable quotient = next_, rest = next_ + 1;
    next_ += 2;
    const size_t index = quotients_++;
    steps_.push_back({check::Divide{polynomial, m}});
    const auto given = [&](size_t which, Kind kind, const Polynomial& p) {
        return add(check::Given{check::Given::Of::quotient, index, which}, {kind, p});
    };
    limit(given(1, Kind::nonnegative, of(rest)));
    limit(given(2, Kind::nonnegative, Polynomial(m) - 1 - of(rest)));
    return {quotient, rest, given(0, Kind::zero, polynomial - Polynomial(m) * of(quotient) - of(rest))};
}

Variable Ledger::power(Id natural) {
    const Variable power = next_++;
    limit(add(check::Power{natural}, {Kind::nonnegative, of(power) - 1}));
    mention(of(power));
    return power;
}

Id Ledger::powers(check::Powers rule, const Polynomial& claim) {
    return add(std::move(rule), {Kind::zero, claim});
}

Id Ledger::common(check::CommonBits rule, const Polynomial& claim) {
    return add(std::move(rule), {Kind::zero, claim});
}

Id Ledger::one_division(const Division& it) {
    steps_.push_back({check::Apply{Lemmas::one_division,
                                   {it.m, it.q, it.r, it.a, it.b},
                                   {it.zero, it.r_least, it.r_most, it.b_least, it.b_most}}});
    facts_.push_back({Kind::zero, it.q - it.a});
    facts_.push_back({Kind::zero, it.r - it.b});
    return facts_.size() - 2;
}

Id Ledger::same_divisor(const std::vector<Polynomial>& values, const std::vector<Id>& facts) {
    steps_.push_back({check::Apply{Lemmas::same_divisor, values, facts}});
    facts_.push_back({Kind::zero, values[0] - values[1]});
    return facts_.size() - 1;
}

std::optional<Id> Ledger::cases(const Polynomial& split, const Fact& goal, const Case& if_nonnegative,
                                const Case& if_negative) {
    bool all = true;
    const auto side = [&](const Polynomial& assumption, const Case& show) {
        check::Steps outer = std::exchange(steps_, {}), inner;
        forget([&] {
            facts_.push_back({Kind::nonnegative, assumption});
            all = all && show(facts_.size() - 1);
            inner = std::exchange(steps_, std::move(outer));
        });
        return inner;
    };
    const Variable before = next_;
    check::Steps first = side(split, if_nonnegative), second;
    if (all) second = side(Polynomial() - 1 - split, if_negative);
    if (!all) return next_ = before, std::nullopt;
    return add(check::Cases{split, goal, std::move(first), std::move(second)}, goal);
}

Ledger::Reduced Ledger::reduce(const Polynomial& polynomial, const std::unordered_set<Variable>& stay) const {
    Reduced result{polynomial, {}};
    std::map<Id, Polynomial> factors;
    while (true) {
        work_ += result.rest.terms().size() + 1;
        const Rule* best = nullptr;
        Variable value = 0;
        for (const auto& [monomial, coefficient] : result.rest.terms()) {
            for (Variable it : monomial) {
                const auto rule = stay.contains(it) ? rules_.end() : rules_.find(it);
                if (rule == rules_.end() || (best && rule->second.rank <= best->rank)) continue;
                best = &rule->second, value = it;
            }
        }
        if (!best) {
            if (reduce_product(result, factors)) continue;
            break;
        }
        const Polynomial factor = factor_of(value, result.rest);
        result.rest -= factor * (of(value) - best->rest);
        factors[best->zero] += Polynomial(best->sign) * factor;
    }
    for (auto& [id, factor] : factors)
        if (!factor.is_zero()) result.zeros.push_back({id, factor});
    return result;
}

// One term with a product of two values.
bool Ledger::reduce_product(Reduced& result, std::map<Id, Polynomial>& factors) const {
    for (const auto& [pair, product] : products_) {
        for (const auto& [monomial, coefficient] : result.rest.terms()) {
            check::Monomial others = monomial;
            const auto x = std::ranges::find(others, pair.first);
            if (x == others.end()) continue;
            others.erase(x);
            const auto y = std::ranges::find(others, pair.second);
            if (y == others.end()) continue;
            others.erase(y);
            Polynomial factor;
            factor.add(others, coefficient);
            result.rest -= factor * (of(pair.first) * of(pair.second) - product.first);
            factors[product.second] += factor;
            return true;
        }
    }
    return false;
}

// Like reduce, but the words that leave a row stay, and the value of a row is its sum, less the words that left it,
// divided by m.
Ledger::Unwound Ledger::unwind(const Polynomial& polynomial) const {
    Unwound result{1, polynomial, {}};
    std::map<Id, Polynomial> factors;
    while (true) {
        work_ += result.rest.terms().size() + 1;
        const Rule* best = nullptr;
        Variable value = 0;
        for (const auto& [monomial, coefficient] : result.rest.terms()) {
            for (Variable it : monomial) {
                if (lowest_.contains(it)) continue;
                const auto row = rows_.find(it), rule = row != rows_.end() ? row : rules_.find(it);
                if ((row == rows_.end() && rule == rules_.end()) || (best && rule->second.rank <= best->rank))
                    continue;
                best = &rule->second, value = it;
            }
        }
        if (!best) break;
        Polynomial factor;
        mpz_class common = best->m;
        for (const auto& [monomial, coefficient] : result.rest.terms()) {
            const auto place = std::ranges::find(monomial, value);
            if (place == monomial.end()) continue;
            check::Monomial others = monomial;
            others.erase(others.begin() + (place - monomial.begin()));
            factor.add(others, coefficient);
            common = gcd(common, coefficient);
        }
        if (const mpz_class times = best->m / common; times > 1) {
            result.scale *= times;
            result.rest *= times;
            factor *= times;
            for (auto& [id, own] : factors) own *= times;
        }
        Polynomial quotient;
        for (const auto& [monomial, coefficient] : factor.terms())
            quotient.add(monomial, mpz_class(coefficient / best->m));
        result.rest -= quotient * (Polynomial(best->m) * of(value) - best->rest);
        factors[best->zero] += Polynomial(best->sign) * quotient;
    }
    for (auto& [id, factor] : factors)
        if (!factor.is_zero()) result.zeros.push_back({id, factor});
    return result;
}

Id Ledger::state_zero(const Polynomial& polynomial) {
    if (const auto known = find({Kind::zero, polynomial})) return *known;
    return sum(polynomial, reduce(polynomial).zeros);
}

void Ledger::mention(const Polynomial& polynomial) {
    for (const auto& [monomial, coefficient] : polynomial.terms())
        mentioned_.insert(monomial.begin(), monomial.end());
}

void Ledger::define(Variable value, const Polynomial& rest, Id zero, int sign) {
    rules_[value] = {rest, zero, sign, ++rank_};
    mention(rest);
}

void Ledger::define_row(Variable low, Variable value, const mpz_class& m, const Polynomial& rest, Id zero,
                        int sign) {
    rows_[value] = {rest, zero, sign, rank_, m};
    lowest_.insert(low);
}

void Ledger::multiply(Variable x, Variable y, const Polynomial& rest, Id zero) {
    products_[{x, y}] = {rest, zero};
}

void Ledger::find_out(Variable value, const Polynomial& rest, Id zero, int sign) {
    rules_[value] = {rest, zero, sign, -++rank_};
    mention(rest);
}

bool Ledger::limit(Id id) {
    const auto& terms = fact(id).terms();
    if (terms.empty() || terms.size() > 2 || terms.rbegin()->first.size() != 1 ||
        abs(terms.rbegin()->second) != 1 || (terms.size() == 2 && !terms.begin()->first.empty()))
        return false;
    Range& range = ranges_[terms.rbegin()->first[0]];
    const mpz_class constant = fact(id).constant();
    if (terms.rbegin()->second > 0) {
        if (!range.least || *range.least < -constant) range.least = -constant, range.at_least = id;
    } else if (!range.most || *range.most > constant) {
        range.most = constant, range.at_most = id;
    }
    return true;
}

const Ledger::Range* Ledger::range(Variable value) const {
    const auto found = ranges_.find(value);
    return found == ranges_.end() ? nullptr : &found->second;
}

std::optional<std::vector<Product>> Ledger::by_ranges(const Polynomial& polynomial) const {
    auto found = above(polynomial);
    if (!found || found->least < 0) return std::nullopt;
    if (found->least > 0) found->products.push_back({found->least, {}});
    return std::move(found->products);
}

std::optional<Ledger::Above> Ledger::above(const Polynomial& polynomial) const {
    Above result{polynomial.constant(), {}};
    auto& [rest, products] = result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.empty()) continue;
        if (monomial.size() > 2) return std::nullopt;
        const mpz_class times = abs(coefficient);
        const Range *x = range(monomial[0]), *y = range(monomial.back());
        if (!x || !y) return std::nullopt;
        if (monomial.size() == 1) {
            if (coefficient > 0 ? !x->least : !x->most) return std::nullopt;
            rest += coefficient * (coefficient > 0 ? *x->least : *x->most);
            products.push_back({times, {coefficient > 0 ? x->at_least : x->at_most}});
            continue;
        }
        if (x->least != 0 || y->least != 0) return std::nullopt;
        if (coefficient > 0) {
            products.push_back({times, {x->at_least, y->at_least}});
            continue;
        }
        // p·q - x·y = (p - x)·y + p·(q - y)
        if (!x->most || !y->most) return std::nullopt;
        rest -= times * *x->most * *y->most;
        products.push_back({times, {x->at_most, y->at_least}});
        products.push_back({times * *x->most, {y->at_most}});
    }
    return result;
}

void Ledger::forget(const std::function<void()>& work) {
    work_ += rules_.size() + rows_.size() + mentioned_.size() + ranges_.size();
    const size_t facts = facts_.size(), quotients = quotients_;
    const auto rules = rules_, rows = rows_;
    const auto products = products_;
    const auto mentioned = mentioned_, lowest = lowest_;
    const auto ranges = ranges_;
    const long rank = rank_;
    work();
    facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(facts), facts_.end());
    quotients_ = quotients, rules_ = rules, mentioned_ = mentioned, lowest_ = lowest, rows_ = rows,
    ranges_ = ranges, products_ = products, rank_ = rank;
    if (indexed_ > facts) {
        std::erase_if(index_, [&](const auto& entry) { return entry.second >= facts; });
        indexed_ = facts;
    }
}

}  // namespace limbsmith::derive::loops::lanes
