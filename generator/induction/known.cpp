#include "induction/known.hpp"

#include <algorithm>

#include "induction/order.hpp"

namespace limbsmith::induction {
namespace {

constexpr int most_paths = 20000;
constexpr size_t most_work = 10000000;  // facts, over all inequalities: ten seconds

}  // namespace

bool Decisions::choose() {
    if (next_ == trail_.size()) trail_.push_back(true);
    return trail_[next_++];
}

bool Decisions::advance() {
    next_ = 0;
    while (!trail_.empty() && !trail_.back()) trail_.pop_back();
    if (trail_.empty()) return false;
    trail_.back() = false;
    if (++paths_ > most_paths) throw Unproved("too many cases");
    return true;
}

void Decisions::spend(size_t work) {
    if ((spent_ += work) > most_work) throw Unproved("too much work");
}

size_t Decisions::knowledge(size_t before, const std::string& symbol, const Integer& value) {
    return knowledge_.try_emplace({before, symbol, value}, knowledge_.size() + 1).first->second;
}

std::optional<bool>& Decisions::answer(size_t knowledge, const Integer& question) {
    return answers_[{knowledge, question}];
}

void Known::not_negative(const Integer& value) {
    const Integer fact = reduced(value);
    if (fact.is_constant() && fact.constant() < 0) throw PathEnd();
    if (fact.is_constant() || std::ranges::find(facts_, fact) != facts_.end()) return;
    facts_.push_back(fact);
    knowledge_ = decisions_.knowledge(knowledge_, "", fact);
    if (const auto symbol = fact.single_symbol()) naturals_.insert(*symbol);
    if (const auto symbol = (fact + 1).single_symbol()) naturals_.insert(*symbol), positives_.insert(*symbol);
}

void Known::zero(const Integer& value) {
    zeros_.push_back(value);
    not_negative(value);
    not_negative(value.times(-1));
}

bool Known::has_limit(const Integer& number) const {
    return std::ranges::any_of(
        limits_, [&](const auto& it) { return (number - Integer::symbol(it.first)).is_zero(); });
}

Integer Known::floor(const Integer& number, const Integer& shift) {
    for (const auto& [name, bits] : limits_) {
        if (!(number - Integer::symbol(name)).is_zero()) continue;
        if (is_not_negative(shift - bits)) return {};
        if (!is_not_negative(shift)) break;
        const Integer result = Integer::floor(name, shift);
        not_negative(result);
        return result;
    }
    throw Unproved("floor(" + number.text() + " / 2^(" + shift.text() + "))");
}

Integer Known::bits(const std::string& number, const Integer& shift, int count) {
    const mpz_class end = mpz_class(1) << count;
    const Integer whole = Integer::symbol(number);
    const Integer result = floor(whole, shift) - floor(whole, shift + count) * Integer(end);
    not_negative(result);
    not_negative(Integer(end) - result - 1);
    return result;
}

// What is a whole number and more than -1 is not negative. What is not negative, or positive, after a
// multiplication by a positive symbol was it before.
bool Known::is_not_negative(const Integer& given) const {
    const Integer value = reduced(given);
    std::optional<bool>& answer = decisions_.answer(knowledge_, value);
    if (answer) return *answer;
    decisions_.spend(facts_.size());
    const bool is_strict = is_whole(value);
    const Integer wanted = is_strict ? value + 1 : value;
    const auto is_natural = [&](const std::string& name) { return naturals_.contains(name); };
    bool is_it = follows(wanted, is_strict, facts_, is_natural);
    for (const std::string& name : positives_) {
        if (is_it) break;
        const Integer symbol = Integer::symbol(name);
        if (has_product(symbol, value)) is_it = follows(wanted * symbol, is_strict, facts_, is_natural);
    }
    answer = is_it;
    return is_it;
}

// Whether a fact has the product of the symbol and one of the value's.
bool Known::has_product(const Integer& symbol, const Integer& value) const {
    for (const Integer& term : value.terms()) {
        const auto product = (term * symbol).symbols_with_powers();
        const auto has_it = [&](const Integer& it) { return it.symbols_with_powers() == product; };
        if (product.size() < 2) continue;
        if (std::ranges::any_of(
                facts_, [&](const Integer& fact) { return std::ranges::any_of(fact.terms(), has_it); }))
            return true;
    }
    return false;
}

bool Known::is_zero(const Integer& given) const {
    const Integer value = reduced(given);
    const auto is_zero_symbol = [&](const std::string& name) {
        const Integer symbol = Integer::symbol(name);
        return !(symbol - value).is_zero() && is_zero(symbol);
    };
    if (value.terms().size() == 1 && std::ranges::any_of(value.symbols(), is_zero_symbol)) return true;
    return value.is_zero() ||
           std::ranges::any_of(zeros_, [&](const Integer& it) { return value.ratio(it) != 0; }) ||
           (is_not_negative(value) && is_not_negative(value.times(-1)));
}

bool Known::decide_less(const Integer& x, const Integer& y) {
    const Integer above = y - x - 1, below = x - y;
    if (is_not_negative(above)) return true;
    if (is_not_negative(below)) return false;
    const bool is_less = decisions_.choose();
    not_negative(is_less ? above : below);
    return is_less;
}

// A quotient that this determines is defined by it. x | y is 0 where both are.
void Known::assume_zero(const Integer& value) {
    const auto symbol = value.single_symbol();
    const auto parts = symbol ? either_.find(*symbol) : either_.end();
    if (parts != either_.end()) {
        for (const Integer& part : std::vector(parts->second)) assume_zero(reduced(part));
        define(*symbol, 0);
        return;
    }
    for (const std::string& name : value.symbols()) {
        const auto solved = value.solved_for(name);
        if (quotients_.contains(name) && solved && is_whole(*solved)) return define(name, *solved);
    }
    zero(value);
}

bool Known::decide_zero(const Integer& value) {
    if (is_zero(value)) return true;
    if (is_not_negative(value - 1) || is_not_negative(value.times(-1) - 1)) return false;
    if (decisions_.choose()) return assume_zero(reduced(value)), true;
    const bool is_above = is_not_negative(value);
    const bool is_below = !is_above && (is_not_negative(value.times(-1)) || decisions_.choose());
    not_negative((is_below ? value.times(-1) : value) - 1);
    return false;
}

std::optional<std::string> Known::deciding_atom(const Monomial& value) const {
    std::optional<std::string> found;
    for (const auto& [atom, exponent] : value.exponents()) {
        if (units_.contains(atom)) continue;
        if (found || !exponent.is_constant() || exponent.constant() < 1) return std::nullopt;
        found = atom;
    }
    const mpz_class& factor = value.coefficient();
    return factor == 1 || (modulus_ && gcd(factor, *modulus_) == 1) ? found : std::nullopt;
}

bool Known::is_unit(const Monomial& value) const {
    if (value.is_zero()) return false;
    if (value.coefficient() != 1 && (!modulus_ || gcd(value.coefficient(), *modulus_) != 1)) return false;
    return std::ranges::all_of(value.exponents(), [&](const auto& it) { return units_.contains(it.first); });
}

bool Known::is_zero(const Monomial& value) const {
    if (value.is_zero()) return true;
    return std::ranges::any_of(value.exponents(), [&](const auto& it) {
        return zero_atoms_.contains(it.first) && is_not_negative(it.second - 1);
    });
}

// Modulo a prime it is zero.
void Known::not_unit(const std::string& atom) {
    if (units_.contains(atom)) throw PathEnd();
    (is_prime_ ? zero_atoms_ : not_units_).insert(atom);
}

bool Known::decide_unit(const Monomial& value) {
    if (is_unit(value)) return true;
    if (is_zero(value)) return false;
    const std::optional<std::string> atom = deciding_atom(value);
    if (!atom) throw Unproved("whether " + value.text() + " is a unit");
    if (is_prime_) return !decide_zero(value);
    if (not_units_.contains(*atom)) return false;
    const bool is_one = decisions_.choose();
    (is_one ? units_ : not_units_).insert(*atom);
    return is_one;
}

bool Known::decide_zero(const Monomial& value) {
    if (is_zero(value)) return true;
    if (is_unit(value)) return false;
    const std::optional<std::string> atom = deciding_atom(value);
    if (!atom || !is_prime_) return decide_equal(value, Monomial(0));
    // modulo a prime all but zero are units
    const bool is_it = decisions_.choose();
    (is_it ? zero_atoms_ : units_).insert(*atom);
    return is_it;
}

// Where N is a number, one factor for all that is a number.
Monomial Known::canonical(const Monomial& value) const {
    const auto twos = value.exponents().find("2");
    if (!modulus_ || twos == value.exponents().end()) return value;
    const mpq_class constant = twos->second.constant_term();
    if (constant.get_den() != 1 || (constant < 0 && !units_.contains("2"))) return value;
    mpz_class power;
    mpz_powm(power.get_mpz_t(), mpz_class(2).get_mpz_t(), constant.get_num().get_mpz_t(),
             modulus_->get_mpz_t());
    Monomial rest = Monomial::atom("2", twos->second - Integer(1).times(constant));
    for (const auto& [atom, exponent] : value.exponents()) {
        if (atom != "2") rest = rest * Monomial::atom(atom, exponent);
    }
    return rest * Monomial(mpz_class(value.coefficient() * power % *modulus_));
}

// Units of y are cancelled on both sides, so that an equation is known however it is scaled.
bool Known::decide_equal(const Monomial& scaled_x, const Monomial& scaled_y) {
    Monomial scale;
    for (const auto& [atom, exponent] : scaled_y.exponents()) {
        if (units_.contains(atom)) scale = scale * Monomial::atom(atom, exponent.times(-1));
    }
    if (const Monomial factor(scaled_y.coefficient()); is_unit(factor)) scale = scale * inverse(factor);
    const Monomial x = canonical(scaled_x * scale), y = canonical(scaled_y * scale);
    if (are_equal(x, y)) return true;
    const auto is_known = [&](const std::pair<Monomial, Monomial>& it) {
        return are_equal(it.first, x) && are_equal(it.second, y);
    };
    if (std::ranges::any_of(different_, is_known)) return false;
    const bool is_it = decisions_.choose();
    (is_it ? equal_ : different_).emplace_back(x, y);
    return is_it;
}

std::optional<Monomial> Known::quotient(const Monomial& x, const Monomial& y) const {
    if (x.is_zero() || y.is_zero() || y.coefficient() != 1) return std::nullopt;
    Monomial rest = x;
    for (const auto& [atom, exponent] : y.exponents()) {
        const auto own = x.exponents().find(atom);
        if (own == x.exponents().end() || !is_not_negative(own->second - exponent)) return std::nullopt;
        rest = rest * Monomial::atom(atom, exponent.times(-1));
    }
    return rest;
}

bool Known::are_equal(const Monomial& x, const Monomial& y) {
    if (are_same(x, y)) return true;
    // by one of the equations, times what is left of x
    return std::ranges::any_of(equal_, [&](const std::pair<Monomial, Monomial>& it) {
        const auto by = [&](const Monomial& from, const Monomial& to) {
            const std::optional<Monomial> rest = quotient(x, from);
            return rest && are_same(*rest * to, y);
        };
        return by(it.first, it.second) || by(it.second, it.first);
    });
}

bool Known::are_same(const Monomial& x, const Monomial& y) {
    const bool x_is_zero = is_zero(x), y_is_zero = is_zero(y);
    if (x_is_zero || y_is_zero) return x_is_zero && y_is_zero;
    mpz_class left = x.coefficient(), right = y.coefficient();
    std::set<std::string> atoms;
    for (const Monomial* it : {&x, &y}) {
        for (const auto& [atom, exponent] : it->exponents()) atoms.insert(atom);
    }
    bool by_fermat = false;
    for (const std::string& atom : atoms) {
        const auto exponent_in = [&](const Monomial& of) {
            const auto found = of.exponents().find(atom);
            return found == of.exponents().end() ? Integer() : found->second;
        };
        const Integer difference = exponent_in(x) - exponent_in(y);
        if (is_zero(difference)) continue;
        if (!difference.is_constant() || !modulus_) return false;
        const mpz_class exponent = difference.constant().get_num();
        if (atom == "2") {
            (exponent > 0 ? left : right) <<= mpz_class(abs(exponent)).get_ui();
        } else if (is_prime_ && units_.contains(atom) && exponent % (*modulus_ - 1) == 0) {
            by_fermat = true;
        } else {
            return false;
        }
    }
    const bool is_same = modulus_ ? (left - right) % *modulus_ == 0 : left == right;
    if (is_same && by_fermat) theorems_.insert("Fermat: a^(N-1) = 1 for prime N and a != 0");
    return is_same;
}

Monomial Known::inverse(const Monomial& value) const {
    if (!is_unit(value)) throw Unproved("whether " + value.text() + " is a unit");
    Monomial result;
    for (const auto& [atom, exponent] : value.exponents())
        result = result * Monomial::atom(atom, exponent.times(-1));
    if (value.coefficient() == 1) return result;
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), value.coefficient().get_mpz_t(), modulus_->get_mpz_t());
    return result * Monomial(inverse);
}

Monomial Known::power(const Monomial& value, const Integer& exponent) const {
    if (!is_unit(value) && !is_not_negative(exponent))
        throw Unproved("whether " + exponent.text() + " is negative");
    return value.to_the(exponent);
}

}  // namespace limbsmith::induction
