#include "check/checker.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <span>

#include "check/budget.hpp"
#include "check/meaning.hpp"
#include "check/walk.hpp"

namespace limbsmith::check {
namespace {

struct DoesNotFollow {
    std::string place, reason;
};

// Follows lists of steps: of a derivation, of a lemma or a routine, which have no program.
class Checker {
  public:
    Checker(const Meaning* meaning, std::span<const Lemma> lemmas, Facts facts, Variables& variables,
            std::string place)
        : meaning_(meaning),
          lemmas_(lemmas),
          facts_(std::move(facts)),
          variables_(variables),
          place_(std::move(place)) {}

    void follow(const Steps& steps, const std::string& prefix) {
        for (size_t k = 0; k < steps.size(); ++k) {
            Budget::spend(32);
            place_ = prefix + std::to_string(k);
            std::visit([&](const auto& rule) { apply(rule); }, steps[k].rule);
        }
    }
    // Names the first goal that is not among the facts.
    void reach(const Facts& goals, const std::string& prefix) {
        for (size_t k = 0; k < goals.size(); ++k) {
            place_ = prefix + std::to_string(k);
            require(holds(goals[k]), "it is not reached");
        }
    }
    // Values that are not introduced yet, or belonged to a case, may not be named.
    void require_known(const Polynomial& polynomial) const {
        for (const auto& [monomial, coefficient] : polynomial.terms()) {
            for (Variable variable : monomial)
                require(variables_.exists(variable), "it names a value that is not there");
        }
    }

    // Facts that a routine states so far.
    void learn(const Facts& facts) { facts_.insert(facts_.end(), facts.begin(), facts.end()); }
    // Does the work, and forgets the facts that it learns.
    void forget(const std::function<void()>& work) {
        const size_t known = facts_.size(), quotients = quotients_.size();
        const Variables::Scope scope(variables_);
        work();
        facts_.resize(known);
        quotients_.resize(quotients);
    }

  private:
    void require(bool condition, const char* reason) const {
        if (!condition) throw DoesNotFollow{place_, reason};
    }
    bool holds(const Fact& fact) const {
        Budget::spend(facts_.size());
        return std::ranges::find(facts_, fact) != facts_.end();
    }
    Polynomial fresh() { return variables_.fresh(); }
    const Polynomial& fact(Id id, Fact::Kind kind) const {
        require(id < facts_.size(), "it uses a fact that is not there");
        require(facts_[id].kind == kind, "it uses a fact of the other kind");
        return facts_[id].polynomial;
    }
    void learn(Fact::Kind kind, Polynomial polynomial) { facts_.push_back({kind, std::move(polynomial)}); }

    void apply(const Given& given) {
        require(meaning_ || given.of == Given::Of::quotient, "there is no program");
        const Facts* list = meaning_ ? &meaning_->contract() : nullptr;
        if (given.of != Given::Of::contract) {
            const auto& lists = given.of == Given::Of::instruction ? meaning_->instructions() : quotients_;
            require(given.index < lists.size(), "there is no such instruction or quotient");
            list = &lists[given.index];
        }
        require(given.which < list->size(), "there is no such fact");
        facts_.push_back((*list)[given.which]);
    }

    Polynomial sum(const std::vector<Multiple>& zeros) const {
        Polynomial result;
        for (const auto& [id, factor] : zeros) {
            require_known(factor);
            result += factor * fact(id, Fact::Kind::zero);
        }
        return result;
    }

    void apply(const Sum& rule) {
        require(sum(rule.zeros) == rule.claim, "the claim is not this sum of zeros");
        learn(Fact::Kind::zero, rule.claim);
    }

    void apply(const Bound& rule) {
        Polynomial result = sum(rule.zeros);
        for (const auto& [scale, ids] : rule.products) {
            require(scale >= 0, "a scale is negative");
            Polynomial product = scale;
            for (Id id : ids) product = product * fact(id, Fact::Kind::nonnegative);
            result += product;
        }
        require(result == rule.claim, "the claim is not this sum of products");
        learn(Fact::Kind::nonnegative, rule.claim);
    }

    void apply(const Round& rule) {
        require(rule.divisor > 0, "the divisor is not positive");
        Polynomial rounded;
        for (const auto& [monomial, coefficient] : fact(rule.fact, Fact::Kind::nonnegative).terms()) {
            mpz_class quotient;
            mpz_fdiv_q(quotient.get_mpz_t(), coefficient.get_mpz_t(), rule.divisor.get_mpz_t());
            require(monomial.empty() || quotient * rule.divisor == coefficient,
                    "a coefficient is not a multiple of the divisor");
            rounded.add(monomial, quotient);
        }
        learn(Fact::Kind::nonnegative, rounded);
    }

    void apply(const Both& rule) {
        const Polynomial& p = fact(rule.fact, Fact::Kind::nonnegative);
        require((p + fact(rule.opposite, Fact::Kind::nonnegative)).is_zero(), "the facts are not opposite");
        learn(Fact::Kind::zero, p);
    }

    void apply(const Divide& rule) {
        require(rule.divisor > 0, "the divisor is not positive");
        require_known(rule.polynomial);
        const Polynomial quotient = fresh(), rest = fresh();
        quotients_.push_back({{Fact::Kind::zero, rule.polynomial - rule.divisor * quotient - rest},
                              {Fact::Kind::nonnegative, rest},
                              {Fact::Kind::nonnegative, Polynomial(rule.divisor) - 1 - rest}});
    }

    // Facts that a case shows beside the goal are forgotten.
    void apply(const Cases& rule) {
        require_known(rule.split);
        require_known(rule.goal.polynomial);
        const std::string place = place_;
        const Polynomial opposite = -1 - rule.split;
        for (int side : {0, 1}) {
            forget([&] {
                learn(Fact::Kind::nonnegative, side == 0 ? rule.split : opposite);
                follow(side == 0 ? rule.if_nonnegative : rule.if_negative,
                       place + "." + std::to_string(side) + ".");
                place_ = place;
                require(holds(rule.goal), "a case does not reach the goal");
            });
        }
        facts_.push_back(rule.goal);
    }

    void apply(const Bits& rule) {
        const Polynomial p = fact(rule.least, Fact::Kind::nonnegative);
        const Polynomial last = p + fact(rule.most, Fact::Kind::nonnegative);
        const mpz_class size = last.constant() + 1;
        require(last.is_constant() && size >= 1 && mpz_popcount(size.get_mpz_t()) == 1,
                "the facts are not the ends of 0 to 2^k - 1");
        Polynomial sum;
        for (mpz_class weight = 1; weight < size; weight *= 2) {
            const Polynomial bit = fresh();
            learn(Fact::Kind::nonnegative, bit);
            learn(Fact::Kind::nonnegative, 1 - bit);
            learn(Fact::Kind::zero, bit * bit - bit);
            sum += weight * bit;
        }
        learn(Fact::Kind::zero, p - sum);
    }

    // The bits of x, as facts of the step say.
    std::vector<Polynomial> bits_of(const Polynomial& x, const CommonBits::Number& number) const {
        std::vector<Polynomial> bits;
        Polynomial sum;
        for (const auto& [least, most] : number.bits) {
            const Polynomial& bit = fact(least, Fact::Kind::nonnegative);
            require(fact(most, Fact::Kind::nonnegative) == 1 - bit, "the facts are not those of a bit");
            sum += power_of_two(bits.size()) * bit;
            bits.push_back(bit);
        }
        require(fact(number.sum, Fact::Kind::zero) == x - sum, "the zero is not a number less its bits");
        return bits;
    }

    void apply(const CommonBits& rule) {
        const auto [x, y] =
            known(variables_.common(), rule.value, "the value is not the common bits of two numbers");
        const std::vector<Polynomial> of_x = bits_of(x, rule.first), of_y = bits_of(y, rule.second);
        Polynomial sum;
        for (size_t i = 0; i < std::min(of_x.size(), of_y.size()); ++i)
            sum += power_of_two(i) * of_x[i] * of_y[i];
        learn(Fact::Kind::zero, Polynomial::of(rule.value) - sum);
    }

    void apply(const Power& rule) {
        require_known(rule.base);
        const Polynomial power = variables_.power(rule.base, fact(rule.exponent, Fact::Kind::nonnegative));
        if (rule.base == 2) learn(Fact::Kind::nonnegative, power - 1);
    }

    void apply(const Powers& rule) {
        std::optional<Polynomial> base;
        Polynomial left = 1, right = 1, shift = Polynomial() - fact(rule.exponents, Fact::Kind::zero);
        const auto exponent = [&](Variable variable) {
            const Polynomial power = known(variables_.powers(), variable, "a value is not a power");
            const auto own = variables_.bases().find(variable);
            const Polynomial of = own == variables_.bases().end() ? 2 : own->second;
            require(!base || *base == of, "the powers have different bases");
            base = of;
            return power;
        };
        for (Variable power : rule.left) left = left * Polynomial::of(power), shift += exponent(power);
        for (Variable power : rule.right) right = right * Polynomial::of(power), shift -= exponent(power);
        const mpz_class by = shift.constant();
        const bool of_two = !base || *base == 2;
        require(shift.is_constant() && abs(by) < (of_two ? 1 << 20 : 1 << 4),
                "the zero is not that of the exponents");
        const unsigned long size = mpz_class(abs(by)).get_ui();
        Polynomial factor = of_two ? power_of_two(size) : mpz_class(1);
        if (!of_two)
            for (unsigned long k = 0; k < size; ++k) factor = factor * *base;
        (by < 0 ? left : right) = (by < 0 ? left : right) * factor;
        learn(Fact::Kind::zero, left - right);
    }

    void apply(const SameEntry& rule) {
        const EntryOf first = known(variables_.entries(), rule.first, "the value is no entry"),
                      second = known(variables_.entries(), rule.second, "the value is no entry");
        require(first.function == second.function, "the entries are of different arrays");
        require(fact(rule.indices, Fact::Kind::zero) == first.index - second.index,
                "the zero is not that of the indices");
        learn(Fact::Kind::zero, Polynomial::of(rule.first) - Polynomial::of(rule.second));
    }

    void apply(const Fermat& rule) {
        // by the test of Baillie, Pomerance, Selfridge and Wagstaff, and a round of that of Miller and Rabin
        const uint64_t limbs = mpz_size(rule.prime.get_mpz_t());
        Budget::spend(32 * limbs * limbs * limbs);
        require(rule.prime >= 2 && mpz_probab_prime_p(rule.prime.get_mpz_t(), 25) != 0, "it is no prime");
        require_known(rule.base);
        const Polynomial power = variables_.power(rule.base, mpz_class(rule.prime - 2)), divides = fresh(),
                         quotient = fresh(), part = fresh();
        learn(Fact::Kind::nonnegative, divides);
        learn(Fact::Kind::nonnegative, 1 - divides);
        learn(Fact::Kind::zero, rule.base * power - 1 + divides - rule.prime * quotient);
        learn(Fact::Kind::zero, divides * rule.base - rule.prime * part);
    }

    void apply(const Apply& rule) {
        require(rule.lemma < lemmas_.size(), "there is no such lemma before it");
        const Lemma& lemma = lemmas_[rule.lemma];
        require(rule.values.size() == lemma.variables, "a wrong number of values");
        require(rule.facts.size() == lemma.given.size(), "a wrong number of facts");
        for (const Polynomial& value : rule.values) require_known(value);
        for (size_t k = 0; k < lemma.given.size(); ++k) {
            const auto& [kind, polynomial] = lemma.given[k];
            require(fact(rule.facts[k], kind) == polynomial.with(rule.values),
                    "a fact is not the one that the lemma is given");
        }
        for (const auto& [kind, polynomial] : lemma.shown) learn(kind, polynomial.with(rule.values));
    }

    // With quotients and rests by 2^k.
    void apply(const Split& rule) {
        const Polynomial& power = rule.power;
        require_known(power);
        const auto named = power.terms().size() == 1 ? power.terms().begin()->first : Monomial();
        require(power == 1 || (power.is_constant() && is_size(power.constant())) ||
                    (named.size() == 1 && power == Polynomial::of(named[0]) &&
                     variables_.powers().contains(named[0]) && !variables_.bases().contains(named[0])),
                "it is no power of two");
        const auto common =
            known(variables_.common(), rule.value, "the value is not the common bits of two numbers");
        const Polynomial high_x = fresh(), x = fresh(), high_y = fresh(), y = fresh();
        const Polynomial high = variables_.common(high_x, high_y), low = variables_.common(x, y);
        learn(Fact::Kind::zero, common.first - power * high_x - x);
        learn(Fact::Kind::zero, common.second - power * high_y - y);
        learn(Fact::Kind::zero, Polynomial::of(rule.value) - power * high - low);
        for (const Polynomial& p :
             {x, power - 1 - x, y, power - 1 - y, low, x - low, y - low, power - 1 - x - y + low})
            learn(Fact::Kind::nonnegative, p);
    }

    // Whether it is a multiple of m, as it stands; of 0 only 0 is.
    static bool is_multiple(const Polynomial& p, const mpz_class& m) {
        return std::ranges::all_of(p.terms(), [&](const auto& term) {
            return mpz_divisible_p(term.second.get_mpz_t(), m.get_mpz_t()) != 0;
        });
    }
    // The zero says that p = 0 modulo m.
    void require_zero(Id id, const Polynomial& p, const mpz_class& m, const char* reason) const {
        require(is_multiple(fact(id, Fact::Kind::zero) - p, m), reason);
    }
    template <class T>
    T known(const std::map<Variable, T>& all, Variable variable, const char* reason) const {
        const auto found = all.find(variable);
        require(variables_.exists(variable) && found != all.end(), reason);
        return found->second;
    }
    DivstepRun run(Variable variable) const {
        return known(variables_.runs(), variable, "the value is not of a run");
    }

    void apply(const Run& rule) {
        const auto [count, f, g] = run(rule.run);
        const Polynomial eta = Polynomial::of(rule.run), last_f = Polynomial::of(rule.run + 1),
                         last_g = Polynomial::of(rule.run + 2), most_eta = 2 * count + 1;
        require_zero(rule.odd, f - 1, 2, "f is not odd");
        const auto limit = [&](size_t k) { return fact(rule.limits[k], Fact::Kind::nonnegative); };
        const Polynomial most = limit(0) + f;
        require(limit(1) == most + f && limit(2) == most - g && limit(3) == most + g,
                "the limits are not those of f and g");
        const Polynomial half_f = fresh(), half_eta = fresh();
        learn(Fact::Kind::zero, last_f - 2 * half_f - 1);
        learn(Fact::Kind::zero, eta - 2 * half_eta - 1);
        for (const Polynomial& p :
             {most_eta - eta, most_eta + eta, most - last_f, most + last_f, most - last_g, most + last_g})
            learn(Fact::Kind::nonnegative, p);
        // they have one greatest common divisor
        const Polynomial divisor = fresh();
        learn(Fact::Kind::nonnegative, divisor);
        for (const auto& [x, y] : {std::pair(f, g), std::pair(last_f, last_g)}) {
            const Polynomial x_part = fresh(), y_part = fresh(), of_x = fresh(), of_y = fresh();
            learn(Fact::Kind::zero, x - divisor * x_part);
            learn(Fact::Kind::zero, y - divisor * y_part);
            learn(Fact::Kind::zero, divisor - of_x * x - of_y * y);
        }
    }

    void apply(const Batch& rule) {
        const DivstepRun before = run(rule.before), after = run(rule.after);
        const DivstepMatrix matrix =
            known(variables_.matrices(), rule.matrix, "the value is not of a matrix");
        const mpz_class power = power_of_two(matrix.count);
        const auto of = [](Variable first, Variable k) { return Polynomial::of(first + k); };
        const Polynomial f = of(rule.before, 1), g = of(rule.before, 2);
        require(before.f == after.f && before.g == after.g &&
                    after.count == before.count + mpz_class(matrix.count),
                "the runs do not follow each other");
        require_zero(rule.odd, f - 1, 2, "f is not odd");
        require_zero(rule.eta, of(rule.before, 0) - matrix.eta, 0, "the matrix begins with another eta");
        require_zero(rule.f, f - matrix.f, power, "the matrix is of another f");
        require_zero(rule.g, g - matrix.g, power, "the matrix is of another g");
        for (Variable k : {0, 1})
            learn(Fact::Kind::zero, power * of(rule.after, 1 + k) - of(rule.matrix, 2 * k) * f -
                                        of(rule.matrix, 2 * k + 1) * g);
        learn(Fact::Kind::zero, of(rule.after, 0) - of(rule.matrix, 4));
    }

    // Where g is the greater one, the first step leads to (-1, g, (g - f)/2).
    void apply(const End& rule) {
        const auto [count, f, g] = run(rule.run);
        const bool is_ordered = !rule.other_odd;
        const Polynomial &less = is_ordered ? g : f, &greater = is_ordered ? f : g;
        require_zero(rule.odd, f - 1, 2, "f is not odd");
        if (rule.other_odd) require_zero(*rule.other_odd, g - 1, 2, "g is not odd");
        const Polynomial steps = count - fact(rule.count, Fact::Kind::zero),
                         most = fact(rule.most, Fact::Kind::nonnegative) + greater;
        require(steps.is_constant() && most.is_constant(), "there is no limit");
        require(fact(rule.least, Fact::Kind::nonnegative) == less &&
                    fact(rule.order, Fact::Kind::nonnegative) == greater - less,
                "the facts do not say which is less");
        const mpz_class limit = most.constant() - 1;
        const size_t bits =
            limit > 0 ? mpz_sizeinbase(limit.get_mpz_t(), 2) : 0;  // the limit is at most 2^bits
        require(9437 * mpz_class(bits) + 1 <= 4096 * (steps.constant() - (is_ordered ? 0 : 1)),
                "there are too few steps");
        learn(Fact::Kind::zero, Polynomial::of(rule.run + 2));
    }

    const Meaning* meaning_;
    std::span<const Lemma> lemmas_;  // those that may be applied
    Facts facts_;
    Variables& variables_;
    std::string place_;
    std::vector<Facts> quotients_;
};

void check_lemma(std::span<const Lemma> before, const Lemma& lemma) {
    const std::string place = "lemma " + std::to_string(before.size());
    Variables variables(lemma.variables);
    Checker checker(nullptr, before, lemma.given, variables, place);
    for (const Facts& facts : {lemma.given, lemma.shown}) {
        for (const Fact& fact : facts) checker.require_known(fact.polynomial);
    }
    checker.follow(lemma.steps, place + " step ");
    checker.reach(lemma.shown, place + " goal ");
}

// Follows one leg after the other.
class Legs : public Walk::Prover {
  public:
    Legs(Checker& checker, const std::vector<Steps>& legs) : checker_(checker), legs_(legs) {}
    void learn(const Facts& facts, const Variables&) override { checker_.learn(facts); }
    Variable show(const Facts& goals) override {
        const std::string leg = "leg " + std::to_string(next_);
        if (next_ == legs_.size()) throw DoesNotFollow{leg, "it is missing"};
        checker_.follow(legs_[next_++], leg + " step ");
        checker_.reach(goals, leg + " goal ");
        return 0;  // it makes its variables where the walk does
    }
    void branch(const std::function<void()>& walk) override { checker_.forget(walk); }
    void end() const {
        if (next_ != legs_.size())
            throw DoesNotFollow{"leg " + std::to_string(next_), "nothing is asked there"};
    }

  private:
    Checker& checker_;
    const std::vector<Steps>& legs_;
    size_t next_ = 0;
};

void check_lemmas(std::span<const Lemma> lemmas) {
    for (size_t k = 0; k < lemmas.size(); ++k) check_lemma(lemmas.first(k), lemmas[k]);
}

// Nullopt if the work comes to its end.
std::optional<Refusal> refusal(const std::function<void()>& work) {
    try {
        work();
        return std::nullopt;
    } catch (const DoesNotFollow& step) {
        return Refusal{step.place, step.reason};
    } catch (const Unsupported& unsupported) {
        return Refusal{"program", unsupported.what()};
    }
}

}  // namespace

std::optional<Refusal> check(const Derivation& derivation) {
    return refusal([&] {
        check_lemmas(derivation.lemmas);
        Variables variables;
        const Meaning meaning(derivation.program, derivation.word_bits, variables);
        Checker checker(&meaning, derivation.lemmas, {}, variables, "");
        checker.follow(derivation.steps, "step ");
        checker.reach(meaning.goals(), "goal ");
    });
}

std::optional<Refusal> check(const RoutineDerivation& derivation, const Callees& callees) {
    return refusal([&] {
        check_lemmas(derivation.lemmas);
        Variables variables;
        Checker checker(nullptr, derivation.lemmas, {}, variables, "");
        Legs legs(checker, derivation.legs);
        Walk(derivation.routine, derivation.word_bits, callees, legs, variables).run();
        legs.end();
    });
}

}  // namespace limbsmith::check
