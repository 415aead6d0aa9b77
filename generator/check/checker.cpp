#include "check/checker.hpp"

#include <algorithm>

#include "check/meaning.hpp"

namespace limbsmith::check {
namespace {

struct DoesNotFollow {
    std::string place, reason;
};

class Checker {
  public:
    explicit Checker(const Derivation& derivation) : meaning_(derivation.program, derivation.word_bits) {
        follow(derivation.steps, "");
    }

    const Meaning& meaning() const { return meaning_; }
    bool holds(const Fact& fact) const { return std::ranges::find(facts_, fact) != facts_.end(); }

  private:
    void require(bool condition, const char* reason) const {
        if (!condition) throw DoesNotFollow{place_, reason};
    }
    // Values that are not introduced yet, or belonged to a case, may not be named.
    void require_known(const Polynomial& polynomial) const {
        for (const auto& [monomial, coefficient] : polynomial.terms()) {
            for (Variable variable : monomial) {
                const bool is_known =
                    variable < meaning_.next() && std::ranges::none_of(forgotten_, [&](auto& range) {
                        return range.first <= variable && variable < range.second;
                    });
                require(is_known, "it names a value that is not there");
            }
        }
    }
    const Polynomial& fact(Id id, Fact::Kind kind) const {
        require(id < facts_.size(), "it uses a fact that is not there");
        require(facts_[id].kind == kind, "it uses a fact of the other kind");
        return facts_[id].polynomial;
    }
    void learn(Fact::Kind kind, Polynomial polynomial) { facts_.push_back({kind, std::move(polynomial)}); }

    void follow(const Steps& steps, const std::string& prefix) {
        for (size_t k = 0; k < steps.size(); ++k) {
            place_ = prefix + std::to_string(k);
            std::visit([&](const auto& rule) { apply(rule); }, steps[k].rule);
        }
    }

    void apply(const Given& given) {
        const std::vector<Fact>* list = &meaning_.contract();
        if (given.of != Given::Of::contract) {
            const auto& lists = given.of == Given::Of::instruction ? meaning_.instructions() : quotients_;
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
        const auto quotient = Polynomial::of(meaning_.fresh()), rest = Polynomial::of(meaning_.fresh());
        const Polynomial divisor(rule.divisor), last(mpz_class(rule.divisor - 1));
        quotients_.push_back({{Fact::Kind::zero, rule.polynomial - divisor * quotient - rest},
                              {Fact::Kind::nonnegative, rest},
                              {Fact::Kind::nonnegative, last - rest}});
    }

    // What a case shows beside the goal is forgotten.
    void apply(const Cases& rule) {
        require_known(rule.split);
        require_known(rule.goal.polynomial);
        const std::string place = place_;
        const size_t known = facts_.size(), quotients = quotients_.size();
        const Polynomial opposite = Polynomial(mpz_class(-1)) - rule.split;
        for (int side : {0, 1}) {
            const Variable first = meaning_.next();
            learn(Fact::Kind::nonnegative, side == 0 ? rule.split : opposite);
            follow(side == 0 ? rule.if_nonnegative : rule.if_negative,
                   place + "." + std::to_string(side) + ".");
            place_ = place;
            require(holds(rule.goal), "a case does not reach the goal");
            facts_.resize(known);
            quotients_.resize(quotients);
            forgotten_.emplace_back(first, meaning_.next());
        }
        facts_.push_back(rule.goal);
    }

    Meaning meaning_;
    std::vector<Fact> facts_;
    std::vector<std::vector<Fact>> quotients_;
    std::vector<std::pair<Variable, Variable>> forgotten_;  // from the first to before the second
    std::string place_;
};

}  // namespace

std::optional<Refusal> check(const Derivation& derivation) {
    try {
        const Checker checker(derivation);
        const std::vector<Fact>& goals = checker.meaning().goals();
        for (size_t k = 0; k < goals.size(); ++k) {
            if (!checker.holds(goals[k])) return Refusal{"goal " + std::to_string(k), "it is not reached"};
        }
        return std::nullopt;
    } catch (const DoesNotFollow& step) {
        return Refusal{"step " + step.place, step.reason};
    } catch (const Unsupported& unsupported) {
        return Refusal{"program", unsupported.what()};
    }
}

}  // namespace limbsmith::check
