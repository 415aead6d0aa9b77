#include <algorithm>

#include "induction/known.hpp"

namespace limbsmith::induction {
namespace {

constexpr long longest_power = 8192;  // 2^k is compared with other powers up to this k

}  // namespace

bool Known::is_whole(const Integer& value) const {
    return std::ranges::all_of(value.terms(), [&](const Integer& term) {
        const Integer exponent = term.exponent_of_two();
        return term.odd_coefficient().get_den() == 1 &&
               (exponent.is_constant() ? exponent.constant() >= 0 : is_not_negative(exponent));
    });
}

Integer Known::reduced(const Integer& value) const {
    Integer result = value;
    for (const auto& [symbol, meaning] : defined_) {
        if (result.has(symbol)) result = result.with(symbol, meaning);
    }
    return result;
}

void Known::define(const std::string& symbol, const Integer& value) {
    const Integer meaning = reduced(value);
    for (auto& [name, other] : defined_) other = other.with(symbol, meaning);
    for (Integer& fact : facts_) fact = fact.with(symbol, meaning);
    for (Integer& exponent : exponents_) exponent = exponent.with(symbol, meaning);
    for (auto& [name, it] : quotients_) {
        it = {it.number.with(symbol, meaning), it.divisor.with(symbol, meaning)};
    }
    for (auto& [name, parts] : either_) {
        for (Integer& part : parts) part = part.with(symbol, meaning);
    }
    defined_[symbol] = meaning;
    knowledge_ = decisions_.knowledge(knowledge_, symbol, meaning);
    if (naturals_.contains(symbol)) not_negative(meaning);
    if (positives_.contains(symbol)) not_negative(meaning - 1);
}

// A whole value first: it says more. Then one for a quotient.
void Known::zero(const Integer& given, const std::vector<std::string>& symbols) {
    const Integer value = reduced(given);
    const auto solve = [&](const auto& names, bool is_whole_wanted, const auto& is_candidate) {
        return std::ranges::any_of(names, [&](const std::string& symbol) {
            const auto solved = is_candidate(symbol) ? value.solved_for(symbol) : std::nullopt;
            const bool is_it = solved && (!is_whole_wanted || is_whole(*solved));
            if (is_it) define(symbol, *solved);
            return is_it;
        });
    };
    const auto is_any = [](const std::string&) { return true; };
    const auto is_quotient = [&](const std::string& symbol) { return quotients_.contains(symbol); };
    if (!solve(symbols, true, is_any) && !solve(value.symbols(), true, is_quotient) &&
        !solve(symbols, false, is_any))
        zero(value);
}

// The least natural that the value does not exceed, by bisection.
std::optional<long> Known::upper_bound(const Integer& value) const {
    long below = -1, most = 1;
    while (!is_not_negative(Integer(most) - value)) {
        below = most;
        most *= 2;
        if (most > longest_power) return std::nullopt;
    }
    while (most - below > 1) {
        const long middle = below + (most - below) / 2;
        (is_not_negative(Integer(middle) - value) ? most : below) = middle;
    }
    return most;
}

Integer Known::exp2(const Integer& given) {
    const Integer exponent = reduced(given), power = Integer::exp2(exponent);
    const auto is_it = [&](const Integer& other) { return (other - exponent).is_zero(); };
    if (exponent.is_constant() || std::ranges::any_of(exponents_, is_it)) return power;
    // exponent = step·rest + constant
    const mpz_class constant(exponent.constant_term());
    const Integer multiple = exponent - constant;
    mpz_class step = 0;
    for (const Integer& term : multiple.terms()) step = gcd(step, term.coefficient().get_num());
    const std::optional<long> bound = upper_bound(multiple.times(mpq_class(1, step)));
    const mpz_class most = step * bound.value_or(0) + constant;
    if (bound && most >= 0 && most <= longest_power)
        not_negative(Integer(mpz_class(mpz_class(1) << most.get_ui())) - power);
    for (const Integer& other : std::vector(exponents_)) {
        if (is_not_negative(other - exponent)) not_negative(Integer::exp2(other) - power);
        if (is_not_negative(exponent - other)) not_negative(power - Integer::exp2(other));
    }
    exponents_.push_back(exponent);
    return power;
}

Integer Known::to_the(const Integer& given_base, const Integer& given_exponent) {
    const Integer base = reduced(given_base), exponent = reduced(given_exponent);
    if (is_zero(exponent)) return 1;
    if (!is_not_negative(exponent)) throw Unproved("whether " + exponent.text() + " is negative");
    for (const Power& it : powers_) {
        if (!(reduced(it.base) - base).is_zero()) continue;
        const Integer value = reduced(it.value);
        if (is_zero(exponent - it.exponent)) return value;
        if (is_zero(exponent - it.exponent - 1)) return value * base;
        if (is_zero(exponent - it.exponent.times(2))) return value * value;
        if (is_zero(exponent - it.exponent.times(2) - 1)) return value * value * base;
    }
    const Integer value = Integer::symbol("(" + base.text() + ")^(" + exponent.text() + ")");
    if (is_not_negative(base)) not_negative(value);
    powers_.push_back({base, exponent, value});
    return value;
}

Integer Known::quotient(const Integer& given, const Integer& given_divisor) {
    const Integer number = reduced(given), divisor = reduced(given_divisor);
    if (divisor.terms().size() != 1 || !is_whole(divisor) || !is_not_negative(divisor - 1))
        throw Unproved("a division by " + divisor.text());
    const auto name_of = [&](const Integer& of) {
        return "floor((" + of.text() + ")/(" + divisor.text() + "))";
    };
    // what has a name keeps it, whatever is known by now
    if (quotients_.contains(name_of(number))) return reduced(Integer::symbol(name_of(number)));
    Integer whole, rest;
    for (const Integer& term : number.terms()) {
        const auto part = term.over(divisor);
        const mpz_class times = part ? mpz_class(part->coefficient()) : mpz_class(0);
        const Integer taken = part ? part->times(times / part->coefficient()) : Integer();
        if (times != 0 && is_whole(taken)) {
            whole += taken;
            rest += term - taken * divisor;
        } else if (part && is_whole(*part)) {  // 2^x/2 for x > 0
            whole += *part;
        } else {
            rest += term;
        }
    }
    if (rest.is_zero()) return whole;
    if (!is_whole(rest)) throw Unproved("a division of " + rest.text());
    for (const Integer& term : rest.terms()) exp2(term.twos());
    for (int k : {0, -1}) {
        const Integer left = rest - divisor.times(k);
        if (is_not_negative(left) && is_not_negative(divisor - left - 1)) return whole + k;
    }
    // floor(floor(x / d) / e) = floor(x / (d·e))
    if (const auto symbol = rest.single_symbol(); symbol && quotients_.contains(*symbol)) {
        const Quotient inner = quotients_.at(*symbol);
        return whole + quotient(inner.number, inner.divisor * divisor);
    }
    // floor(x / (c·2^y)) = floor(floor(x / c) / 2^y), where a term of x is c or more
    const mpq_class& factor = divisor.coefficient();
    const Integer power = divisor.times(1 / factor);
    const auto is_above = [&](const Integer& term) {
        return abs(term.coefficient()) >= factor && is_whole(term.times(1 / term.coefficient()));
    };
    if (factor > 1 && divisor.has_powers() && is_whole(power) && std::ranges::any_of(rest.terms(), is_above))
        return whole + quotient(quotient(rest, mpz_class(factor)), power);
    const std::string name = name_of(rest);
    if (!quotients_.contains(name)) {
        const Integer symbol = Integer::symbol(name), left = rest - divisor * symbol;
        not_negative(left);
        not_negative(divisor - left - 1);
        if (is_not_negative(rest)) not_negative(symbol);
        if (divisor.has_powers()) bound_quotient(symbol, rest, divisor);
        compare_quotients(name, rest, divisor);
        quotients_[name] = {rest, divisor};
    }
    return whole + reduced(Integer::symbol(name));
}

// floor(x / 2^y) <= c / 2^y where x <= c is known for a number c.
void Known::bound_quotient(const Integer& quotient, const Integer& number, const Integer& divisor) {
    for (const Integer& fact : std::vector(facts_)) {
        const Integer most = fact + number;
        const auto limit = most.is_constant() ? most.over(divisor) : std::nullopt;
        if (limit) not_negative(*limit - quotient);
    }
}

// floor(x / d) = floor(floor(x / e) / (d/e)) where e divides d; of the nearest divisors on both sides.
void Known::compare_quotients(const std::string& name, const Integer& number, const Integer& divisor) {
    struct Neighbour {
        std::string name;
        Integer factor;
    };
    const auto contains = [&](const std::string& upper, const std::string& lower, const Integer& factor) {
        const Integer rest = Integer::symbol(lower) - Integer::symbol(upper) * factor;
        not_negative(rest);
        not_negative(factor - rest - 1);
    };
    std::optional<Neighbour> below, above;
    for (const auto& [other_name, other] : std::map(quotients_)) {
        if (!(other.number - number).is_zero() || defined_.contains(other_name)) continue;
        const auto consider = [&](std::optional<Neighbour>& nearest, const std::optional<Integer>& factor,
                                  const auto& contains) {
            if (!factor || !is_whole(*factor)) return;
            if (!factor->is_constant()) {
                contains(*factor);
            } else if (!nearest || factor->constant() < nearest->factor.constant()) {
                nearest = {other_name, *factor};
            }
        };
        consider(below, divisor.over(other.divisor),
                 [&](const Integer& factor) { contains(name, other_name, factor); });
        consider(above, other.divisor.over(divisor),
                 [&](const Integer& factor) { contains(other_name, name, factor); });
    }
    if (below) contains(name, below->name, below->factor);
    if (above) contains(above->name, name, above->factor);
}

Integer Known::either(const Integer& given_x, const Integer& given_y) {
    const Integer x = reduced(given_x), y = reduced(given_y);
    if (x.is_zero()) return y;
    if (y.is_zero()) return x;
    if (x.is_constant() && y.is_constant())
        return mpz_class(mpz_class(x.constant()) | mpz_class(y.constant()));
    // no bit is in both: one is below 2^k, and 2^k divides the other
    for (const auto& [low, high] : {std::pair{x, y}, std::pair{y, x}}) {
        for (const Integer& term : high.terms()) {
            const Integer power = Integer::exp2(term.exponent_of_two());
            const auto rest = high.over(power);
            if (rest && is_whole(*rest) && is_whole(power) && is_not_negative(power - low - 1))
                return low + high;
        }
    }
    std::vector<Integer> parts;
    for (const Integer& it : {x, y}) {
        const auto symbol = it.single_symbol();
        const auto found = symbol ? either_.find(*symbol) : either_.end();
        if (found == either_.end()) {
            parts.push_back(it);
        } else {
            parts.insert(parts.end(), found->second.begin(), found->second.end());
        }
    }
    std::string name;
    Integer sum;
    for (const Integer& part : parts) name += (name.empty() ? "(" : " | ") + part.text(), sum += part;
    name += ")";
    const Integer result = Integer::symbol(name);
    if (!either_.contains(name)) {
        not_negative(result);
        not_negative(sum - result);
        for (const Integer& part : parts) not_negative(result - part);
        either_[name] = parts;
    }
    return reduced(result);
}

}  // namespace limbsmith::induction
