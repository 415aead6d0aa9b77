#include "derive/search/points.hpp"

#include <algorithm>

#include "derive/search/limits.hpp"

namespace limbsmith::derive {

// Climbs from a run to where the polynomial is large.
class Points::Climb {
  public:
    // requires: the run knows the polynomial; points and polynomial outlive it.
    Climb(Points& points, size_t run, const Polynomial& polynomial)
        : points_(points), run_(run), height_(*points.builder_.runs()[run].value(polynomial)) {
        std::map<Variable, size_t> places;
        for (const auto& [monomial, coefficient] : polynomial.terms()) {
            for (Variable variable : monomial) {
                if (places.try_emplace(variable, values_.size()).second)
                    values_.push_back(value_of(variable));
            }
        }
        for (const auto& [monomial, coefficient] : polynomial.terms()) {
            for (size_t k = 0; k < monomial.size(); ++k) {
                Value& value = values_[places.at(monomial[k])];
                Part& part = value.slope.emplace_back(&coefficient);
                for (size_t other = 0; other < monomial.size(); ++other) {
                    if (other == k) continue;
                    part.others.push_back(places.at(monomial[other]));
                    value.is_free = value.is_free && monomial[other] != monomial[k];
                }
            }
        }
        for (size_t place = 0; place < values_.size(); ++place) {
            if (values_[place].is_free) order_.push_back(place);
        }
    }

    // Whether it gets above the limit.
    bool passes(const mpz_class& limit) {
        sort();
        if (climbs_past(limit)) return true;
        // down and up again: numbers have more room then
        for (size_t place : order_) move(values_[place], -1);
        return climbs_past(limit);
    }

  private:
    // coefficient·(the product of other values)
    struct Part {
        const mpz_class* coefficient;
        std::vector<size_t> others{};
    };
    struct Value {
        Variable variable;
        mpz_class now;
        const mpz_class* limit;  // if it is free
        bool is_free;
        std::vector<Part> slope{};  // how fast the polynomial grows with it
    };

    bool climbs_past(const mpz_class& limit) {
        for (size_t place : order_) {
            if (height_ > limit) return true;
            move(values_[place], 1);
        }
        return height_ > limit;
    }
    Value value_of(Variable variable) const {
        const auto range = points_.ranges_.find(variable);
        const bool has_range = range != points_.ranges_.end() && range->second.least && range->second.most;
        const bool is_free = has_range && points_.numbers_.occurrences(variable).products.empty();
        return {variable, points_.builder_.runs()[run_][variable], is_free ? &range->second.limit : nullptr,
                is_free};
    }
    mpz_class slope(const Value& value) const {
        mpz_class result = 0, product;
        for (const auto& [coefficient, others] : value.slope) {
            product = *coefficient;
            for (size_t other : others) product *= values_[other].now;
            result += product;
        }
        return result;
    }
    // Those that may change the polynomial the most come first.
    void sort() {
        const auto bits = [](const mpz_class& number) { return mpz_sizeinbase(number.get_mpz_t(), 2); };
        std::vector<size_t> effects(values_.size());
        for (size_t place : order_)
            effects[place] = bits(slope(values_[place])) + bits(*values_[place].limit);
        std::ranges::stable_sort(order_, std::greater{}, [&](size_t place) { return effects[place]; });
    }
    // Towards larger polynomials or, where direction is -1, down; as far as ranges and numbers allow.
    void move(Value& value, int direction) {
        const mpz_class slope = this->slope(value);
        if (direction > 0) direction = sgn(slope);
        if (direction == 0) return;
        mpz_class room = value.now, most;
        if (direction > 0) room = *value.limit - value.now;
        const auto& terms = points_.numbers_.occurrences(value.variable).terms;
        for (const auto& [place, coefficient] : terms) {
            if (sgn(coefficient) == direction) continue;
            const mpz_class* left = slack(place);
            if (!left || *left < 0) return;
            mpz_tdiv_q(most.get_mpz_t(), left->get_mpz_t(), coefficient.get_mpz_t());
            if (mpz_cmpabs(most.get_mpz_t(), room.get_mpz_t()) < 0) room = abs(most);
            if (room == 0) return;
        }
        if (direction < 0) room = -room;
        value.now += room;
        height_ += slope * room;
        for (const auto& [place, coefficient] : terms) {
            if (const mpz_class* left = slack(place)) slacks_[place] = *left + coefficient * room;
        }
    }
    // The number at the point; nullptr if that is not known.
    const mpz_class* slack(size_t place) const {
        const auto changed = slacks_.find(place);
        if (changed != slacks_.end()) return &changed->second;
        const auto& known = points_.slack(run_, place);
        return known ? &*known : nullptr;
    }

    Points& points_;
    const size_t run_;
    mpz_class height_;  // the polynomial at the point
    std::vector<Value> values_;
    std::vector<size_t> order_;                     // of those that are free
    std::unordered_map<size_t, mpz_class> slacks_;  // of numbers whose values differ from those in the run
};

void Points::keep(size_t places) {
    for (auto& slacks : slacks_) slacks.resize(std::min(slacks.size(), places));
}

const std::optional<mpz_class>& Points::slack(size_t run, size_t place) {
    slacks_.resize(builder_.runs().size());
    auto& slacks = slacks_[run];
    while (slacks.size() <= place)
        slacks.push_back(builder_.runs()[run].value(builder_.fact(numbers_[slacks.size()].fact)));
    return slacks[place];
}

bool Points::refute(const Polynomial& polynomial, const mpz_class& limit) {
    // one is enough: where others begin matters little
    for (size_t run = 0; run < builder_.runs().size(); ++run) {
        if (builder_.runs().is_here(run) && builder_.runs()[run].value(polynomial))
            return Climb(*this, run, polynomial).passes(limit);
    }
    return false;
}

}  // namespace limbsmith::derive
