#include "check/checker.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "check/meaning.hpp"

namespace limbsmith::check {
namespace {

struct DoesNotFollow {
    std::string place, reason;
};

// Follows one list of steps: that of a derivation, or of a lemma, which has no program.
class Checker {
  public:
    Checker(const Meaning* meaning, std::span<const Lemma> lemmas, Facts facts, Variable next,
            std::string place)
        : meaning_(meaning),
          lemmas_(lemmas),
          facts_(std::move(facts)),
          next_(next),
          place_(std::move(place)),
          powers_(meaning ? meaning->powers() : Exponents()) {}

    void follow(const Steps& steps, const std::string& prefix) {
        for (size_t k = 0; k < steps.size(); ++k) {
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
                require(is_known(variable), "it names a value that is not there");
        }
    }

  private:
    void require(bool condition, const char* reason) const {
        if (!condition) throw DoesNotFollow{place_, reason};
    }
    bool is_known(Variable variable) const {
        return variable < next_ && std::ranges::none_of(forgotten_, [&](const auto& range) {
                   return range.first <= variable && variable < range.second;
               });
    }
    bool holds(const Fact& fact) const { return std::ranges::find(facts_, fact) != facts_.end(); }
    Polynomial fresh() { return Polynomial::of(next_++); }
    const Polynomial& fact(Id id, Fact::Kind kind) const {
        require(id < facts_.size(), "it uses a fact that is not there");
        require(facts_[id].kind == kind, "it uses a fact of the other kind");
        return facts_[id].polynomial;
    }
    void learn(Fact::Kind kind, Polynomial polynomial) { facts_.push_back({kind, std::move(polynomial)}); }

    void apply(const Given& given) {
        require(meaning_ || given.of == Given::Of::quotient, "a lemma has no program");
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

    // What a case shows beside the goal is forgotten.
    void apply(const Cases& rule) {
        require_known(rule.split);
        require_known(rule.goal.polynomial);
        const std::string place = place_;
        const size_t known = facts_.size(), quotients = quotients_.size();
        const Polynomial opposite = -1 - rule.split;
        for (int side : {0, 1}) {
            const Variable first = next_;
            learn(Fact::Kind::nonnegative, side == 0 ? rule.split : opposite);
            follow(side == 0 ? rule.if_nonnegative : rule.if_negative,
                   place + "." + std::to_string(side) + ".");
            place_ = place;
            require(holds(rule.goal), "a case does not reach the goal");
            facts_.resize(known);
            quotients_.resize(quotients);
            forgotten_.emplace_back(first, next_);
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
        require(meaning_ && meaning_->common().contains(rule.value),
                "the value is not what two numbers share");
        const auto& [x, y] = meaning_->common().at(rule.value);
        const std::vector<Polynomial> of_x = bits_of(x, rule.first), of_y = bits_of(y, rule.second);
        Polynomial sum;
        for (size_t i = 0; i < std::min(of_x.size(), of_y.size()); ++i)
            sum += power_of_two(i) * of_x[i] * of_y[i];
        learn(Fact::Kind::zero, Polynomial::of(rule.value) - sum);
    }

    void apply(const Power& rule) {
        powers_.emplace(next_, fact(rule.exponent, Fact::Kind::nonnegative));
        learn(Fact::Kind::nonnegative, fresh() - 1);
    }

    void apply(const Powers& rule) {
        Polynomial left = 1, right = 1, shift = Polynomial() - fact(rule.exponents, Fact::Kind::zero);
        const auto exponent = [&](Variable variable) {
            require(is_known(variable) && powers_.contains(variable), "a value is not a power");
            return powers_.at(variable);
        };
        for (Variable power : rule.left) left = left * Polynomial::of(power), shift += exponent(power);
        for (Variable power : rule.right) right = right * Polynomial::of(power), shift -= exponent(power);
        const mpz_class by = shift.constant();
        require(shift.is_constant() && abs(by) < 1 << 20, "the zero is not that of the exponents");
        (by < 0 ? left : right) = (by < 0 ? left : right) * power_of_two(mpz_class(abs(by)).get_ui());
        learn(Fact::Kind::zero, left - right);
    }

    void apply(const Apply& rule) {
        require(rule.lemma < lemmas_.size(), "there is no such lemma before it");
        const Lemma& lemma = lemmas_[rule.lemma];
        require(rule.values.size() == lemma.variables, "a wrong number of values");
        require(rule.facts.size() == lemma.given.size(), "a wrong number of facts");
        for (const Polynomial& value : rule.values) require_known(value);
        for (size_t k = 0; k < lemma.given.size(); ++k) {
            const auto& [kind, polynomial] = lemma.given[k];
            require(fact(rule.facts[k], kind) == polynomial.with(rule.values), "a fact is not what is given");
        }
        for (const auto& [kind, polynomial] : lemma.shown) learn(kind, polynomial.with(rule.values));
    }

    using Exponents = std::map<Variable, Polynomial>;
    const Meaning* meaning_;
    std::span<const Lemma> lemmas_;  // those that may be applied
    Facts facts_;
    Variable next_;
    std::string place_;
    Exponents powers_;
    std::vector<Facts> quotients_;
    std::vector<std::pair<Variable, Variable>> forgotten_;  // from the first to before the second
};

void check_lemma(std::span<const Lemma> before, const Lemma& lemma) {
    const std::string place = "lemma " + std::to_string(before.size());
    Checker checker(nullptr, before, lemma.given, lemma.variables, place);
    for (const Facts& facts : {lemma.given, lemma.shown}) {
        for (const Fact& fact : facts) checker.require_known(fact.polynomial);
    }
    checker.follow(lemma.steps, place + " step ");
    checker.reach(lemma.shown, place + " goal ");
}

}  // namespace

std::optional<Refusal> check(const Derivation& derivation) {
    try {
        const std::span<const Lemma> lemmas = derivation.lemmas;
        for (size_t k = 0; k < lemmas.size(); ++k) check_lemma(lemmas.first(k), lemmas[k]);
        const Meaning meaning(derivation.program, derivation.word_bits);
        Checker checker(&meaning, lemmas, {}, meaning.next(), "");
        checker.follow(derivation.steps, "step ");
        checker.reach(meaning.goals(), "goal ");
        return std::nullopt;
    } catch (const DoesNotFollow& step) {
        return Refusal{step.place, step.reason};
    } catch (const Unsupported& unsupported) {
        return Refusal{"program", unsupported.what()};
    }
}

}  // namespace limbsmith::check
