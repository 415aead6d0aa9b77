#include "derive/search/search.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "derive/search/moduli.hpp"

namespace limbsmith::derive {

using check::Given;
using check::Monomial;
using check::Multiple;
using check::Product;

namespace {

// How many terms a search may go through. Numbers of n words make programs of n² instructions at most, and each one
// may ask for limits on polynomials of as many terms.
uint64_t budget(const ir::Program& program) {
    constexpr uint64_t least = 1000000, of_instruction = 10000;
    return least + of_instruction * program.body.size();
}

}  // namespace

Search::Search(const ir::Program& program, int word_bits)
    : Limits(builder, budget(program)),
      program(program),
      builder(program, word_bits),
      base(mpz_class(1) << word_bits) {
    for (size_t k = 0; k < builder.meaning.contract().size(); ++k) learn({Given::Of::contract, 0, k});
    for (size_t i = 0; i < program.body.size(); ++i) {
        for (size_t k = builder.meaning.instructions()[i].size(); k-- > 0;)
            learn({Given::Of::instruction, i, k});
    }
    for (Id number : std::vector(numbers)) limit_words(number);
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
        // A zero of the contract defines the value that a goal names.
        const bool is_equation = !is_of_contract && given.which == 0;
        std::optional<Variable> defined;
        for (const auto& [monomial, coefficient] : terms) {
            if (monomial.size() == 1 && abs(coefficient) == 1) defined = monomial[0];
        }
        for (const auto& [monomial, coefficient] : terms) {
            if (is_of_contract && monomial.size() == 1 && is_hidden_goal(monomial[0])) defined = monomial[0];
        }
        if (is_equation) defined = builder.meaning.word(program.body[given.index].dst.id);
        learn_halves(id);
        const auto names_it = [&](const auto& term) { return std::ranges::count(term.first, *defined) > 0; };
        if (!defined || std::ranges::count_if(terms, names_it) != 1) return;
        if (!is_equation && *defined < program.words + program.flags) return;
        const size_t rank = is_of_contract ? program.body.size() + given.which : given.index;
        definitions.set(*defined, {id, terms.at({*defined}), 2 * rank + (is_equation ? 1 : 0)});
        return;
    }
    if (terms.empty()) return;  // 0 >= 0
    const auto& [monomial, coefficient] = *terms.rbegin();
    const bool has_constant = terms.begin()->first.empty();
    if (terms.size() == (has_constant ? 2 : 1) && monomial.size() == 1) {
        if (coefficient == 1 && !has_constant) ranges[monomial[0]].least = id;
        if (coefficient == -1) limit(monomial[0], id, fact.polynomial.constant());
        if (coefficient == 1 && has_constant && is_of_contract) numbers.push_back(id);
    } else if (is_of_contract && monomial.size() == 1) {
        numbers.push_back(id);
    }
}

// Products and divisions: factor·whole - weight·high - low = 0.
void Search::learn_halves(Id zero) {
    const auto& terms = builder.fact(zero).terms();
    if (terms.size() != 3) return;
    Halves found{.whole = {}, .factor = 0, .weight = 0, .high = 0, .zero = zero};
    for (const auto& [monomial, coefficient] : terms) {
        if (coefficient > 0) found.whole = monomial, found.factor = coefficient;
        if (coefficient < -1 && monomial.size() == 1) found.weight = -coefficient, found.high = monomial[0];
    }
    if (found.factor != 0 && found.weight != 0) halves.push_back(std::move(found));
}

// Whether a goal names this value, which is neither a word nor a flag.
bool Search::is_hidden_goal(Variable value) const {
    return value >= program.words + program.flags &&
           std::ranges::any_of(builder.meaning.goals(), [&](const Fact& goal) {
               return std::ranges::any_of(goal.polynomial.terms(), [&](const auto& term) {
                   return std::ranges::find(term.first, value) != term.first.end();
               });
           });
}

void Search::limit_word(size_t i) {
    const Variable word = builder.meaning.word(program.body[i].dst.id);
    Replaced replaced(Polynomial::of(word));
    for (size_t from : {2 * i + 1, 2 * i}) {  // by its equation alone, which may say more
        replace(replaced, from);
        const mpz_class wanted = ranges.at(word).limit * replaced.scale - 1;
        if (!is_in_range(replaced.rest, wanted)) continue;
        const auto most = at_most(replaced.rest, wanted);
        if (most) limit(word, state(replaced, *most), most->limit / replaced.scale);
    }
}

// A number of words below a constant limits each of its words.
void Search::limit_words(Id id) {
    const Polynomial number = builder.fact(id);
    const auto is_weight = [&](const auto& term) {
        if (term.first.empty()) return true;
        if (term.first.size() != 1 || term.second > 0) return false;
        const auto range = ranges.find(term.first[0]);
        return range != ranges.end() && range->second.least && range->second.most;
    };
    if (number.constant() < 0 || !std::ranges::all_of(number.terms(), is_weight)) return;
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
        const Id most = builder.round(builder.bound(claim, products, {}), weight);
        this->limit(monomial[0], most, limit);
        if (limit == 0) clear(monomial[0], builder.both(*ranges.at(monomial[0]).least, most));
    }
}

// The value is 0. If it is a sum of values that are not negative, so are they: the flag of which a carry's word is made.
void Search::clear(Variable value, Id zero) {
    const Definition* found = definitions.find(value);
    Replaced sum(Polynomial::of(value));
    if (found) replace(sum, found->rank / 2 * 2);  // and by the facts of its instruction
    define(value, zero, last_rank);
    const auto is_value = [&](const auto& term) {
        const auto range = term.first.size() == 1 ? ranges.find(term.first[0]) : ranges.end();
        return term.second > 0 && range != ranges.end() && range->second.least;
    };
    if (!found || sum.scale != 1 || !std::ranges::all_of(sum.rest.terms(), is_value)) return;
    for (const auto& [monomial, coefficient] : sum.rest.terms()) {
        if (definitions.contains(monomial[0])) continue;
        // -coefficient·part = (the other parts) - (sum - value) - value
        std::vector<Product> others;
        for (const auto& [other, weight] : sum.rest.terms()) {
            if (other != monomial) others.push_back({weight, {*ranges.at(other[0]).least}});
        }
        Polynomial claim;
        claim.add(monomial, -coefficient);
        std::vector<Multiple> zeros = sum.zeros;
        zeros.push_back({zero, minus_one});
        const Id none = builder.round(builder.bound(claim, others, std::move(zeros)), coefficient);
        define(monomial[0], builder.both(*ranges.at(monomial[0]).least, none), last_rank);
    }
}

void Search::learn_limit(Id limit) {
    const Polynomial& number = builder.fact(limit);
    // number = known + terms that are not negative
    const auto is_implied = [&](Id id) {
        const Polynomial& known = builder.fact(id);
        if (known.constant() > number.constant()) return false;
        const auto may_be_added = [&](const Monomial& monomial, const mpz_class& coefficient) {
            return coefficient == 0 || (coefficient > 0 && std::ranges::all_of(monomial, [&](Variable value) {
                                            const auto range = ranges.find(value);
                                            return range != ranges.end() && range->second.least;
                                        }));
        };
        const auto& terms = number.terms();
        const auto is_no_less = [&](const auto& term) {
            const auto found = terms.find(term.first);
            return may_be_added(term.first, found == terms.end() ? mpz_class(-term.second)
                                                                 : mpz_class(found->second - term.second));
        };
        const auto is_known_or_added = [&](const auto& term) {
            return known.terms().contains(term.first) || may_be_added(term.first, term.second);
        };
        return std::ranges::all_of(known.terms(), is_no_less) &&
               std::ranges::all_of(terms, is_known_or_added);
    };
    if (number.is_zero() || std::ranges::any_of(numbers, is_implied)) return;
    numbers.push_back(limit);
    limit_words(limit);
    limit_highest(limit);
}

void Search::limit_highest() {
    for (Id number : std::vector(numbers)) limit_highest(number);
}

// A number of words below another limits its highest word.
void Search::limit_highest(Id id) {
    std::optional<Variable> highest;
    mpz_class weight = 0;
    for (const auto& [monomial, coefficient] : builder.fact(id).terms()) {
        if (monomial.size() == 1 && -coefficient > weight) highest = monomial[0], weight = -coefficient;
    }
    const auto range = highest ? ranges.find(*highest) : ranges.end();
    if (range == ranges.end() || !range->second.most) return;
    const Replaced word(Polynomial::of(*highest));
    const auto most = at_most(word.rest, range->second.limit - 1);
    if (most) this->limit(*highest, state(word, *most), most->limit);
}

std::optional<Variable> nonnegative_value(const Fact& fact) {
    const auto& terms = fact.polynomial.terms();
    const bool is_value =
        fact.kind == Fact::Kind::nonnegative && terms.size() == 1 && terms.begin()->first.size() == 1;
    return is_value ? std::optional(terms.begin()->first[0]) : std::nullopt;
}

std::vector<Search::Comparison> Search::open_comparisons() const {
    std::vector<Comparison> result;
    const auto& facts = builder.meaning.contract();
    for (size_t k = 0; k + 3 < facts.size(); ++k) {
        const auto bit = nonnegative_value(facts[k]);
        if (bit && !definitions.contains(*bit) && facts[k + 1].polynomial == one - Polynomial::of(*bit))
            result.push_back({k, *bit});
    }
    return result;
}

void Search::define(Variable value, Id zero, size_t rank) {
    definitions.set(value, {zero, builder.fact(zero).terms().at({value}), rank});
}

bool Search::leads_to(const Polynomial& polynomial, Variable value, size_t from) const {
    std::set<Variable> seen;
    std::vector<const Polynomial*> open{&polynomial};
    while (!open.empty()) {
        const Polynomial& next = *open.back();
        open.pop_back();
        for (const auto& [monomial, coefficient] : next.terms()) {
            for (Variable variable : monomial) {
                if (variable == value) return true;
                const Definition* found = definitions.find(variable);
                if (found && found->rank >= from && seen.insert(variable).second)
                    open.push_back(&builder.fact(found->zero));
            }
        }
    }
    return false;
}

void Search::replace(Replaced& replaced, size_t from) const {
    Replacement replacement(builder, definitions, std::move(replaced));
    spend(replacement.replaced().rest.terms().size() + replacement.down_to(from));
    replaced = std::move(replacement).finish();
}

Replaced Search::replace(const Polynomial& polynomial) const {
    Replaced result(polynomial);
    replace(result);
    return result;
}

bool Search::at_stops(const Polynomial& polynomial, size_t before, const Attempt& attempt) const {
    constexpr size_t most_near = 6, most_far = 8;
    // long programs are made of parts, such as products of halves
    const size_t most_wide = program.body.size() >= 128 ? 2 : 0;
    std::vector<size_t> stops;
    for (size_t i = before; i > 0; --i) {
        const bool is_inside = i != program.body.size() && program.body[i].flag_in &&
                               program.body[i].flag_in == program.body[i - 1].flag_out;
        if (!is_inside) stops.push_back(2 * i);
    }
    stops.push_back(0);
    Replacement replacement(builder, definitions, Replaced(polynomial));
    const auto terms = [](const Replacement& at) { return at.replaced().rest.terms().size(); };
    // Whether something was replaced.
    const auto advance = [&](Replacement& from, size_t stop) {
        const size_t added = from.down_to(stop);
        spend(2 * added);
        return added > 0;
    };
    auto stop = stops.begin();
    for (size_t tried = 0; tried < most_near && stop != stops.end(); ++stop) {
        if (!advance(replacement, *stop) && stop != stops.begin()) continue;
        if (replacement.is_too_long()) return false;
        if (attempt(replacement.replaced())) return true;
        ++tried;
    }
    if (stop == stops.end()) return false;
    struct Far {
        size_t stop, terms;
        long fall;         // how much shorter it is than the one before
        bool is_shortest;  // of its neighbours
        size_t gap;        // the next value to be replaced comes so much before
    };
    std::vector<Far> far;
    bool falls = true;
    Replacement all = replacement;
    spend(terms(all));
    for (size_t last = terms(all); stop != stops.end() && !all.is_too_long(); ++stop) {
        if (!advance(all, *stop)) continue;
        const size_t now = terms(all);
        if (now <= last && !far.empty()) far.back().is_shortest = false;
        if (now != last) falls = now < last;
        far.push_back({*stop, now, static_cast<long>(last) - static_cast<long>(now), falls,
                       *stop - std::min(*stop, all.next())});
        last = now;
    }
    if (far.empty()) return false;
    if (!all.is_too_long() && attempt(all.replaced())) return true;
    far.pop_back();  // with all values replaced
    std::ranges::stable_sort(far, {}, [](const Far& at) {
        return std::pair(!at.is_shortest, at.is_shortest ? static_cast<long>(at.terms) : -at.fall);
    });
    if (far.size() > most_far) {
        // the others where an earlier part of the program ends
        std::ranges::stable_sort(far.begin() + most_far, far.end(), std::greater{}, &Far::gap);
        far.resize(std::min(far.size(), most_far + most_wide));
    }
    std::ranges::sort(far, std::greater{}, &Far::stop);
    return std::ranges::any_of(far, [&](const Far& at) {
        advance(replacement, at.stop);
        return attempt(replacement.replaced());
    });
}

Id Search::state(const Replaced& replaced, const Limited& limited) {
    const mpz_class scale = limited.factor * replaced.scale;
    const Polynomial claim = Polynomial(mpz_class(limited.side * limited.total)) -
                             Polynomial(mpz_class(limited.side * scale)) * replaced.polynomial;
    std::vector<Multiple> zeros = times(replaced.zeros, -limited.side * limited.factor);
    std::ranges::copy(limited.zeros, std::back_inserter(zeros));
    const Id fact = builder.bound(claim, limited.products, std::move(zeros));
    return scale == 1 ? fact : builder.round(fact, scale);
}

namespace {

// The greatest common divisor of the coefficients.
mpz_class content(const Polynomial& polynomial) {
    mpz_class result = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms())
        mpz_gcd(result.get_mpz_t(), result.get_mpz_t(), coefficient.get_mpz_t());
    return result;
}

Polynomial divided(const Polynomial& polynomial, const mpz_class& divisor) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms())
        result.add(monomial, coefficient / divisor);
    return result;
}

}  // namespace

Id Search::weaken(Id fact, const Polynomial& polynomial) {
    const mpz_class difference = (polynomial - builder.fact(fact)).constant();
    return difference == 0 ? fact : builder.bound(polynomial, {{1, {fact}}, {difference, {}}}, {});
}

// polynomial = 0 from limits on both sides; those of a case that cannot be may be tighter.
Id Search::both(const Polynomial& polynomial, Id least, Id most) {
    const Id above = weaken(least, polynomial);
    return builder.both(above, weaken(most, Polynomial(mpz_class(-1)) * polynomial));
}

// polynomial = 0, if the rest is, or if it is below the scale.
std::optional<Id> Search::zero_by_scale(const Replaced& replaced) {
    if (replaced.rest.is_zero() && replaced.scale == 1)
        return builder.sum(replaced.polynomial, replaced.zeros);
    const auto most = at_most(replaced.rest, replaced.scale - 1);
    const auto least = most ? at_least(replaced.rest, 1 - replaced.scale) : std::nullopt;
    if (!least) return std::nullopt;
    return both(replaced.polynomial, state(replaced, *least), state(replaced, *most));
}

// polynomial = 0, if it is a multiple of some m and lies between -m and m.
std::optional<Id> Search::zero_by_divisor(const Replaced& replaced) {
    // scale·polynomial = m·number, where m has no divisor in common with the scale; inverse·scale = 1 + m·k
    const mpz_class divisor = content(replaced.rest);
    mpz_class common, inverse;
    mpz_gcd(common.get_mpz_t(), divisor.get_mpz_t(), replaced.scale.get_mpz_t());
    const mpz_class m = divisor / common, scale = replaced.scale / common;
    if (m == 0 || mpz_invert(inverse.get_mpz_t(), scale.get_mpz_t(), m.get_mpz_t()) == 0) return std::nullopt;
    const auto most = at_most(replaced.polynomial, m - 1);
    const auto least = most ? at_least(replaced.polynomial, 1 - m) : std::nullopt;
    if (!least) return std::nullopt;
    const mpz_class k = (inverse * scale - 1) / m;
    const Polynomial number = divided(replaced.rest, divisor);
    const Polynomial multiple = Polynomial(inverse) * number - Polynomial(k) * replaced.polynomial;
    // inverse·(scale·polynomial - m·number) = polynomial - m·multiple
    std::vector<Multiple> zeros = times(replaced.zeros, inverse);
    if (common != 1) {
        const Polynomial scaled =
            Polynomial(replaced.scale) * replaced.polynomial - Polynomial(divisor) * number;
        const Polynomial negative = Polynomial(mpz_class(-1)) * scaled;
        const Id above = builder.round(builder.bound(scaled, {}, replaced.zeros), common);
        const Id below = builder.round(builder.bound(negative, {}, times(replaced.zeros, -1)), common);
        zeros = {{builder.both(above, below), inverse}};
    }
    const Polynomial product = Polynomial(m) * multiple;
    const Replaced whole(replaced.polynomial);
    const Id most_of = state(whole, *most), least_of = state(whole, *least);
    const Id above = builder.bound(Polynomial(most->limit) - product, {{1, {most_of}}}, zeros);
    const Id below = builder.bound(product - Polynomial(least->limit), {{1, {least_of}}}, times(zeros, -1));
    const Id is_zero = both(multiple, builder.round(below, m), builder.round(above, m));
    multiple_ = is_zero;
    zeros.push_back({is_zero, m});
    return builder.sum(replaced.polynomial, zeros);
}

// polynomial = 0, if the relations between products, and that words are odd, make a multiple of it.
std::optional<Id> Search::zero_by_relations(const Replaced& replaced) {
    if (relations.empty() && odd.empty()) return std::nullopt;
    Replaced related = replaced;
    for (const Relation& relation : relations) {
        const Polynomial factor = coefficient_of(relation.y, coefficient_of(relation.x, related.rest));
        if (factor.is_zero()) continue;
        related.rest -= factor * builder.fact(relation.zero);
        related.zeros.push_back({relation.zero, factor});
    }
    for (const auto& [word, is_odd] : odd) {
        const Polynomial factor = coefficient_of(word, related.rest);
        if (factor.is_zero()) continue;
        related.rest -= factor * builder.fact(is_odd.zero);
        related.zeros.push_back({is_odd.zero, factor});
    }
    return related.zeros.size() == replaced.zeros.size() ? std::nullopt : zero_by_divisor(related);
}

// polynomial = 0, if the latest equality makes the rest of it small: the equality has the same products.
std::optional<Id> Search::zero_by_equality(const Polynomial& polynomial, size_t before) {
    if (equalities.empty()) return std::nullopt;
    Replaced near(polynomial);
    replace(near, 2 * before);
    const Polynomial& equality = builder.fact(equalities.back());
    const auto& terms = equality.terms();
    const auto product = std::ranges::find_if(terms, [](const auto& term) { return term.first.size() > 1; });
    if (product == terms.end()) return std::nullopt;
    const auto found = near.rest.terms().find(product->first);
    if (found == near.rest.terms().end() || found->second % product->second != 0) return std::nullopt;
    const Polynomial factor = mpz_class(found->second / product->second);
    near.rest -= factor * equality;
    near.zeros.push_back({equalities.back(), factor});
    return zero_by_scale(near);
}

std::optional<Id> Search::zero_of(const Replaced& replaced) {
    std::optional<Id> found = zero_by_scale(replaced);
    if (!found) found = zero_by_divisor(replaced);
    if (!found) found = zero_by_relations(replaced);
    return found ? found : zero_by_modulus(*this, replaced);
}

std::optional<Id> Search::zero(const Polynomial& polynomial, size_t before) {
    if (builder.runs().refute_zero(polynomial)) return std::nullopt;
    const auto found = zero_by_equality(polynomial, before);
    return found ? found : zero_at_stops(polynomial, before);
}

std::optional<Id> Search::zero_at_stops(const Polynomial& polynomial, size_t before) {
    std::optional<Id> found;
    const auto attempt = [&](const Replaced& replaced) {
        found = zero_of(replaced);
        return found.has_value();
    };
    if (at_stops(polynomial, before, attempt)) return found;
    Replacement whole(builder, definitions, Replaced(polynomial), Replacement::What::whole);
    spend(whole.replaced().rest.terms().size() + whole.down_to(0));
    if (!whole.is_too_long() && attempt(whole.replaced())) return found;
    // limits may know the polynomial without values of the contract
    Replaced near(polynomial);
    replace(near, 2 * before);
    if (near.zeros.empty()) return std::nullopt;
    if (near.scale != 1) return zero_between(polynomial, before);
    if (!at_stops(near.rest, before, attempt)) found = zero_between(near.rest, before);
    if (!found) return std::nullopt;
    near.zeros.push_back({*found, one});
    return builder.sum(polynomial, std::move(near.zeros));
}

// polynomial = 0, if it is a multiple of some m with all values replaced, and limits that are found elsewhere say that it
// lies between -m and m. scale·polynomial = whole + small: `scale` divides the whole, and small lies between -scale and scale.
std::optional<Id> Search::zero_between(const Polynomial& polynomial, size_t before) {
    Replaced all = replace(polynomial);
    Polynomial whole;
    for (const auto& [monomial, coefficient] : all.rest.terms()) {
        if (mpz_divisible_p(coefficient.get_mpz_t(), all.scale.get_mpz_t()))
            whole.add(monomial, coefficient / all.scale);
    }
    const mpz_class m = content(whole);
    if (m < base) return std::nullopt;
    if (all.scale != 1) {
        all.polynomial -= whole;
        all.rest -= Polynomial(all.scale) * whole;
        const auto is_whole = zero_by_scale(all);
        if (!is_whole) return std::nullopt;
        all.zeros = {{*is_whole, one}};
    }
    const Polynomial rest = mpz_class(m - 1), multiple = divided(whole, m),
                     product = Polynomial(m) * multiple;
    const auto below = nonnegative(rest - polynomial, before);
    const auto above = below ? nonnegative(rest + polynomial, before) : std::nullopt;
    if (!above) return std::nullopt;
    const Id most = builder.round(builder.bound(rest - product, {{1, {*below}}}, all.zeros), m);
    const Id least = builder.round(builder.bound(rest + product, {{1, {*above}}}, times(all.zeros, -1)), m);
    const Id none = builder.both(least, most);
    std::vector<Multiple> zeros = all.zeros;
    zeros.push_back({none, m});
    return builder.sum(polynomial, std::move(zeros));
}

std::optional<Id> Search::equate(const Polynomial& polynomial, size_t before) {
    multiple_.reset();
    if (builder.runs().refute_zero(polynomial)) return std::nullopt;
    const std::optional<Id> found = zero_at_stops(polynomial, before);
    if (!found || !multiple_) return found;
    const auto is_part = [&](Variable value) {
        return std::ranges::any_of(splits, [&](const auto& split) { return split.second.high == value; });
    };
    std::optional<Variable> last;
    for (const auto& [monomial, coefficient] : builder.fact(*multiple_).terms()) {
        if (monomial.size() == 1 && abs(coefficient) == 1 && !definitions.contains(monomial[0]) &&
            monomial[0] >= program.words && !is_part(monomial[0]))
            last = monomial[0];
    }
    if (last) define(*last, *multiple_, 2 * before - 2);
    return found;
}

std::optional<Id> Search::nonnegative(const Polynomial& polynomial, size_t before) {
    std::optional<Id> found;
    if (builder.runs().refute(polynomial, -1, 0)) return found;
    at_stops(polynomial, before, [&](const Replaced& replaced) {
        const auto least = at_least(replaced.rest, 1 - replaced.scale);
        if (least) found = weaken(state(replaced, *least), polynomial);
        return found.has_value();
    });
    return found;
}

}  // namespace limbsmith::derive
