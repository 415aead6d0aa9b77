#include "derive/search.hpp"

#include <algorithm>
#include <iterator>

namespace limbsmith::derive {

using check::Given;
using check::Monomial;
using check::Multiple;
using check::Product;

namespace {

constexpr uint64_t most_terms = 10000000;

}  // namespace

Search::Search(const ir::Program& program, int word_bits)
    : program(program), builder(program, word_bits), base(mpz_class(1) << word_bits) {
    for (size_t k = 0; k < builder.meaning.contract().size(); ++k) learn({Given::Of::contract, 0, k});
    for (size_t i = 0; i < program.body.size(); ++i) {
        for (size_t k = builder.meaning.instructions()[i].size(); k-- > 0;)
            learn({Given::Of::instruction, i, k});
    }
    limit_words();
}

// Sorts in a fact that comes with the program: the end of a range, a limit on a number, or a definition.
void Search::learn(const Given& given) {
    const bool is_of_contract = given.of == Given::Of::contract;
    const Fact& fact = is_of_contract ? builder.meaning.contract()[given.which]
                                      : builder.meaning.instructions()[given.index][given.which];
    const auto& terms = fact.polynomial.terms();
    const Id id = builder.given(given);
    if (fact.kind == Fact::Kind::zero) {
        // The equation of an instruction defines its word; other zeros define the value that came last.
        const bool is_equation = !is_of_contract && given.which == 0;
        std::optional<Variable> defined;
        for (const auto& [monomial, coefficient] : terms) {
            if (monomial.size() == 1 && abs(coefficient) == 1) defined = monomial[0];
        }
        if (is_equation) defined = builder.meaning.word(program.body[given.index].dst.id);
        if (!defined) return;
        const size_t rank = is_of_contract ? program.body.size() + given.which : given.index;
        definitions[*defined] = {id, sgn(terms.at({*defined})), 2 * rank + (is_equation ? 1 : 0)};
        return;
    }
    const auto& [monomial, coefficient] = *terms.rbegin();
    const bool has_constant = terms.begin()->first.empty();
    if (terms.size() == (has_constant ? 2 : 1) && monomial.size() == 1) {
        if (coefficient == 1 && !has_constant) ranges[monomial[0]].least = id;
        if (coefficient == -1 && has_constant) limit(monomial[0], id, fact.polynomial.constant());
    } else if (is_of_contract && monomial.size() == 1) {
        numbers.push_back(id);
    }
}

void Search::limit(Variable value, Id most, const mpz_class& limit) {
    Range& range = ranges[value];
    if (range.most && range.limit <= limit) return;
    range.most = most;
    range.limit = limit;
}

bool Search::is_bit(Variable value) const {
    const auto found = ranges.find(value);
    return found != ranges.end() && found->second.least && found->second.most && found->second.limit == 1;
}

// A number of words below a constant limits each of its words.
void Search::limit_words() {
    for (Id id : std::vector(numbers)) {
        const Polynomial number = builder.fact(id);
        const auto is_weight = [](const auto& term) {
            return term.first.empty() || (term.first.size() == 1 && term.second < 0);
        };
        if (number.constant() < 0 || !std::ranges::all_of(number.terms(), is_weight)) continue;
        for (const auto& [monomial, negative] : number.terms()) {
            if (monomial.empty()) continue;
            const mpz_class weight = -negative, limit = number.constant() / weight;
            if (limit >= ranges.at(monomial[0]).limit) continue;
            Polynomial claim = number.constant();
            claim.add(monomial, negative);
            std::vector<Product> products{{1, {id}}};
            for (const auto& [other, coefficient] : number.terms()) {
                if (!other.empty() && other != monomial)
                    products.push_back({-coefficient, {*ranges.at(other[0]).least}});
            }
            this->limit(monomial[0], builder.round(builder.bound(claim, products, {}), weight), limit);
        }
    }
}

Replaced Search::replace(const Polynomial& polynomial, size_t from) const {
    Replaced result{polynomial, {}};
    for (;;) {
        if ((spent_ += result.rest.terms().size()) > most_terms) throw GivenUp();
        const Definition* latest = nullptr;
        Variable value = 0;
        for (const auto& [monomial, coefficient] : result.rest.terms()) {
            for (Variable variable : monomial) {
                const auto found = definitions.find(variable);
                if (found == definitions.end() || found->second.rank < from) continue;
                if (!latest || found->second.rank > latest->rank) latest = &found->second, value = variable;
            }
        }
        if (!latest) return result;
        Polynomial factor;  // value·factor is what the value occurs in
        for (const auto& [monomial, coefficient] : result.rest.terms()) {
            const auto place = std::ranges::find(monomial, value);
            if (place == monomial.end()) continue;
            Monomial others = monomial;
            others.erase(others.begin() + (place - monomial.begin()));
            factor.add(others, coefficient * latest->sign);
        }
        result.rest -= factor * builder.fact(latest->zero);
        result.zeros.push_back({latest->zero, std::move(factor)});
    }
}

std::optional<Limited> Search::by_ranges(const Polynomial& polynomial, int side) const {
    Limited result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.empty()) {
            result.limit += coefficient;
            continue;
        }
        const mpz_class scale = abs(coefficient);
        const bool is_by_zero = sgn(coefficient) != side;  // the term is limited by 0
        mpz_class others = scale;
        for (Variable v : monomial) {
            const auto found = ranges.find(v);
            if (found == ranges.end() || !found->second.least) return std::nullopt;
            if (!is_by_zero && !found->second.most) return std::nullopt;
            others *= found->second.limit;
        }
        if (!is_by_zero) result.limit += coefficient > 0 ? others : mpz_class(-others);
        // most·M - v·m = (most - v)·M + v·(M - m)
        std::vector<Id> least;
        for (size_t k = 0; k < monomial.size(); ++k) {
            const Range& range = ranges.at(monomial[k]);
            if (!is_by_zero) {
                others = scale;
                for (size_t later = k + 1; later < monomial.size(); ++later)
                    others *= ranges.at(monomial[later]).limit;
                std::vector<Id> facts = least;
                facts.push_back(*range.most);
                result.products.push_back({others, facts});
            }
            least.push_back(*range.least);
        }
        if (is_by_zero) result.products.push_back({scale, least});
    }
    return result;
}

// Numbers of several words that preconditions limit go first: as often as the highest word occurs.
std::optional<Limited> Search::limited(const Polynomial& polynomial, int side) const {
    std::optional<Limited> best = by_ranges(polynomial, side);
    Polynomial rest = polynomial;
    std::vector<Product> products;
    for (auto place = numbers.rbegin(); place != numbers.rend(); ++place) {
        const Id id = *place;
        const Polynomial& number = builder.fact(id);
        // the word with the largest negative weight
        Monomial highest;
        mpz_class weight = 0;
        for (const auto& [monomial, coefficient] : number.terms()) {
            if (!monomial.empty() && coefficient < weight) highest = monomial, weight = coefficient;
        }
        const auto found = rest.terms().find(highest);
        if (weight == 0 || found == rest.terms().end() || sgn(found->second) != side) continue;
        const mpz_class scale = abs(found->second) / -weight;
        if (scale == 0) continue;
        // scale·number >= 0 is added to what is to be limited from above, or taken from what is limited from below
        rest += Polynomial(mpz_class(side * scale)) * number;
        products.push_back({scale, {id}});
    }
    if (products.empty()) return best;
    std::optional<Limited> other = by_ranges(rest, side);
    if (!other || (best && (side > 0 ? best->limit <= other->limit : best->limit >= other->limit)))
        return best;
    std::ranges::move(products, std::back_inserter(other->products));
    return other;
}

std::vector<size_t> Search::stops(size_t before) const {
    std::vector<size_t> result;
    for (size_t i = before; i > 0; --i) {
        if (i == program.body.size() || !program.body[i].flag_in) result.push_back(2 * i);
    }
    result.push_back(0);
    return result;
}

std::optional<Id> Search::zero(const Polynomial& polynomial, size_t from) {
    Replaced replaced = replace(polynomial, from);
    if (!replaced.rest.is_zero()) {
        // rest = divisor·number
        mpz_class divisor = 0;
        for (const auto& [monomial, coefficient] : replaced.rest.terms())
            mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), coefficient.get_mpz_t());
        const auto most = at_most(polynomial), least = at_least(polynomial);
        if (!most || !least || most->limit >= divisor || least->limit <= -divisor) return std::nullopt;
        std::vector<Multiple> opposite = replaced.zeros;
        for (Multiple& zero : opposite) zero.factor = Polynomial(mpz_class(-1)) * zero.factor;
        const Id above =
            builder.bound(Polynomial(most->limit) - replaced.rest, most->products, replaced.zeros);
        const Id below = builder.bound(replaced.rest - Polynomial(least->limit), least->products, opposite);
        const Id number = builder.both(builder.round(below, divisor), builder.round(above, divisor));
        replaced.zeros.push_back({number, divisor});
    }
    return builder.sum(polynomial, replaced.zeros);
}

std::optional<Id> Search::nonnegative(const Polynomial& polynomial) {
    Replaced replaced{polynomial, {}};
    for (size_t stop : stops(program.body.size())) {
        Replaced further = replace(replaced.rest, stop);
        std::ranges::move(further.zeros, std::back_inserter(replaced.zeros));
        replaced.rest = std::move(further.rest);
        auto least = at_least(replaced.rest);
        if (!least || least->limit < 0) continue;
        least->products.push_back({least->limit, {}});
        return builder.bound(polynomial, least->products, replaced.zeros);
    }
    return std::nullopt;
}

}  // namespace limbsmith::derive
