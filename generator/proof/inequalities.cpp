#include "proof/inequalities.hpp"

#include <algorithm>
#include <set>

#include "proof/certificate.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using Kind = Equations::Kind;
using Codes = std::set<uint32_t>;

constexpr size_t most_cases = 6, most_columns = 300;
const mpz_class base = mpz_class(1) << limb_bits;

void add_codes(Codes& codes, const Polynomial& p) {
    for (const auto& [monomial, coefficient] : p.terms()) codes.insert(monomial.begin(), monomial.end());
}

bool has_only(const Polynomial& p, const Codes& codes) {
    return std::ranges::all_of(p.terms(), [&](const auto& term) {
        return std::ranges::all_of(term.first, [&](char32_t code) { return codes.contains(code); });
    });
}

// x / y, if y divides x.
bool divide(const Monomial& x, const Monomial& y, Monomial& quotient) {
    quotient = x;
    for (char32_t code : y) {
        const size_t place = quotient.find(code);
        if (place == Monomial::npos) return false;
        quotient.erase(place, 1);
    }
    return true;
}

Polynomial negated(Polynomial p) { return p *= -1; }

}  // namespace

void Inequalities::learn(const Polynomial& polynomial) {
    Polynomial fact = negated(polynomial.parked());
    if (fact.is_constant()) return;
    with_front_[front(fact.terms().begin()->first).code()].push_back(facts_.size());
    facts_.push_back(std::move(fact));
}

void Inequalities::learn(const Polynomial& polynomial, Var bit) {
    with_bit_.emplace_back(polynomial.parked(), bit.parked());
}

bool Inequalities::is_known(const Polynomial& polynomial) const {
    const Polynomial p = polynomial.parked();
    if (p.is_constant()) return p.constant() <= 0;
    const auto found = with_front_.find(front(p.terms().begin()->first).code());
    if (found == with_front_.end()) return false;
    return std::ranges::any_of(found->second, [&](size_t i) {
        if (facts_[i].terms().size() + 1 < p.terms().size()) return false;
        const Polynomial sum = p + facts_[i];
        return sum.is_constant() && sum.constant() <= 0;
    });
}

std::vector<Polynomial> Inequalities::facts_of(Var var) const {
    std::vector<Polynomial> facts;
    const auto found = with_front_.find(var.parked().code());
    if (found == with_front_.end()) return facts;
    for (size_t i : found->second) facts.push_back(facts_[i]);
    return facts;
}

Inequalities::Facts Inequalities::relevant(const Polynomial& polynomial,
                                           const std::vector<Polynomial>& products) const {
    Codes codes;
    add_codes(codes, polynomial);
    for (const Polynomial& product : products) add_codes(codes, product);
    // with the parts of these values that have no name
    for (std::vector<uint32_t> open(codes.begin(), codes.end()); !open.empty();) {
        const Var var = Var::of_code(open.back());
        open.pop_back();
        if (equations_[var].kind == Kind::power) continue;
        const Polynomial definition = equations_[var].definition.parked();
        for (const auto& [monomial, coefficient] : definition.terms()) {
            for (char32_t code : monomial) {
                const Kind kind = equations_[Var::of_code(code)].kind;
                const bool has_name = kind == Kind::input || kind == Kind::word || kind == Kind::high;
                const bool is_inside =
                    !has_name || (kind == Kind::high && equations_[var].kind == Kind::word);
                if (is_inside && codes.insert(code).second) open.push_back(code);
            }
        }
    }
    Facts facts = products;
    for (const auto& [polynomial, bit] : with_bit_) {
        Codes all = codes;
        all.insert(bit.code());
        if (!has_only(polynomial, all)) continue;
        facts.push_back(polynomial);
        facts.push_back(negated(polynomial));
    }
    const auto add = [&](Polynomial fact) {
        fact = fact.parked();
        fact.drop([&](Var var) { return equations_[var].max == 0; });
        if (has_only(fact, codes) && !fact.is_constant()) facts.push_back(std::move(fact));
    };
    for (uint32_t code : codes) {
        const Var var = Var::of_code(code);
        const Equations::Value& value = equations_[var];
        const auto found = with_front_.find(code);
        if (found != with_front_.end()) {
            for (size_t i : found->second) add(facts_[i]);
        }
        if (value.definition.is_zero() || value.kind == Kind::power) continue;
        if (value.kind == Kind::word) {
            add(Polynomial(var) - value.definition);
            add(value.definition - Polynomial(var));
            continue;
        }
        const mpz_class weight = value.kind == Kind::bits ? mpz_class(1) << value.shift : base;
        Polynomial rest = value.definition;  // less what is above 2^shift: from 0 to below that
        rest.add(Polynomial(var), value.is_borrow ? weight : mpz_class(-weight));
        add(rest);
        add(Polynomial(mpz_class(weight - 1)) - rest);
    }
    return facts;
}

bool Inequalities::by_certificate(const Polynomial& target, const Facts& facts, size_t products) const {
    // Facts times monomials that lead to those of the target or of a product. One more monomial may come in
    // by an equation; a bound is used only where all of it is there already.
    std::set<Monomial> wanted;
    const auto want = [&](const Polynomial& p) {
        for (const auto& [monomial, coefficient] : p.terms()) wanted.insert(monomial);
    };
    want(target);
    for (size_t i = 0; i < products; ++i) want(facts[i]);
    Facts columns;
    std::set<std::pair<size_t, Monomial>> used;
    for (int round = 0; round < 3; ++round) {
        const std::set<Monomial> now = wanted;
        for (size_t i = 0; i < facts.size(); ++i) {
            for (const auto& [term, coefficient] : facts[i].terms()) {
                if (term.empty()) continue;
                for (const Monomial& monomial : now) {
                    Monomial factor;
                    if (!divide(monomial, term, factor) || columns.size() >= most_columns) continue;
                    if (used.contains({i, factor})) continue;
                    Polynomial column;
                    column.add(facts[i], 1, factor);
                    const auto foreign = std::ranges::count_if(
                        column.terms(), [&](const auto& t) { return !wanted.contains(t.first); });
                    if (foreign > (facts[i].terms().size() > 2 && round < 2 ? 1 : 0)) continue;
                    used.insert({i, factor});
                    want(column);
                    columns.push_back(std::move(column));
                }
            }
        }
    }
    return follows(target, columns, [&](const Monomial& monomial) {
        Interval interval{1, 1};
        for (char32_t code : monomial) {
            interval.least *= equations_[Var::of_code(code)].least;
            interval.most *= equations_[Var::of_code(code)].max;
        }
        return interval;
    });
}

bool Inequalities::by_cases(const Polynomial& target, const Facts& facts, size_t products,
                            std::span<const Var> bits) const {
    if (bits.empty()) return by_certificate(target, facts, products);
    for (int side : {0, 1}) {
        Polynomial p = target;
        p.substitute(bits[0], mpz_class(side));
        Facts known = facts;
        for (Polynomial& fact : known) fact.substitute(bits[0], mpz_class(side));
        if (!by_cases(p, known, products, bits.subspan(1))) return false;
    }
    return true;
}

bool Inequalities::shows(const Polynomial& polynomial, const std::vector<Polynomial>& products) const {
    if (is_known(polynomial)) return true;
    const Polynomial target = polynomial.parked();
    std::vector<Polynomial> given;
    for (const Polynomial& product : products) given.push_back(product.parked());
    const Facts facts = relevant(target, given);
    Codes codes;
    add_codes(codes, target);
    for (const Polynomial& fact : facts) add_codes(codes, fact);
    std::vector<Var> bits;
    for (uint32_t code : codes) {
        const Equations::Value& value = equations_[Var::of_code(code)];
        if (value.max == 1 && (value.is_decision || value.kind == Kind::bits))
            bits.push_back(Var::of_code(code));
    }
    if (bits.size() > most_cases) return by_certificate(target, facts, given.size());
    return by_cases(target, facts, given.size(), bits);
}

}  // namespace limbsmith::proof
