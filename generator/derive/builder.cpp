#include "derive/builder.hpp"

#include <utility>

namespace limbsmith::derive {

Id Builder::add(decltype(check::Step::rule) rule, Polynomial fact) {
    steps_.push_back({std::move(rule)});
    facts_.push_back(std::move(fact));
    return facts_.size() - 1;
}

Id Builder::given(check::Given given) {
    const auto [known, is_new] = given_.try_emplace({given.of, given.index, given.which});
    if (is_new) {
        const bool is_of_contract = given.of == check::Given::Of::contract;
        const auto& list = is_of_contract ? meaning.contract() : meaning.instructions()[given.index];
        known->second = add(given, list[given.which].polynomial);
    }
    return known->second;
}

Id Builder::sum(Polynomial claim, std::vector<check::Multiple> zeros) {
    Polynomial fact = claim;
    return add(check::Sum{std::move(claim), std::move(zeros)}, std::move(fact));
}

Id Builder::bound(Polynomial claim, std::vector<check::Product> products,
                  std::vector<check::Multiple> zeros) {
    Polynomial fact = claim;
    return add(check::Bound{std::move(claim), std::move(products), std::move(zeros)}, std::move(fact));
}

Id Builder::round(Id fact, const mpz_class& divisor) {
    Polynomial rounded;
    for (const auto& [monomial, coefficient] : facts_[fact].terms()) {
        mpz_class quotient;
        mpz_fdiv_q(quotient.get_mpz_t(), coefficient.get_mpz_t(), divisor.get_mpz_t());
        rounded.add(monomial, quotient);
    }
    return add(check::Round{fact, divisor}, std::move(rounded));
}

void Builder::back_to(const Mark& mark) {
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(mark.steps), steps_.end());
    facts_.resize(mark.facts);
    ++losses_;
    given_ = mark.given;
    quotients_ = mark.quotients;
    next_ = mark.next;
}

Id Builder::cases(const Polynomial& split, Fact goal, const Case& if_nonnegative, const Case& if_negative) {
    const auto side = [&](const Polynomial& assumption, const Case& show) {
        const size_t known = facts_.size(), quotients = quotients_;
        const auto given = given_;
        check::Steps outer = std::exchange(steps_, {});
        facts_.push_back(assumption);
        const auto restored = [&] {
            facts_.resize(known);
            ++losses_;
            given_ = given;
            quotients_ = quotients;
            return std::exchange(steps_, std::move(outer));
        };
        try {
            show(known);
        } catch (...) {
            restored();
            throw;
        }
        return restored();
    };
    check::Steps first = side(split, if_nonnegative);
    check::Steps second = side(Polynomial(mpz_class(-1)) - split, if_negative);
    Polynomial fact = goal.polynomial;
    return add(check::Cases{split, std::move(goal), std::move(first), std::move(second)}, std::move(fact));
}

Id Builder::both(Id fact, Id opposite) {
    Polynomial zero = facts_[fact];
    return add(check::Both{fact, opposite}, std::move(zero));
}

Builder::Quotient Builder::divide(const Polynomial& polynomial, const mpz_class& divisor) {
    steps_.push_back({check::Divide{polynomial, divisor}});
    const Variable quotient = next_++, rest = next_++;
    const Polynomial last(mpz_class(divisor - 1));
    const Polynomial facts[] = {
        polynomial - Polynomial(divisor) * Polynomial::of(quotient) - Polynomial::of(rest),
        Polynomial::of(rest), last - Polynomial::of(rest)};
    Id ids[3];
    for (size_t which = 0; which < 3; ++which)
        ids[which] = add(check::Given{check::Given::Of::quotient, quotients_, which}, facts[which]);
    ++quotients_;
    return {quotient, rest, ids[0], ids[1], ids[2]};
}

}  // namespace limbsmith::derive
