#include "derive/number_index.hpp"

#include <algorithm>

namespace limbsmith::derive {

namespace {

const std::vector<size_t> no_places;

}  // namespace

void NumberIndex::update(const Builder& builder, const std::vector<Id>& numbers) {
    const bool continues =
        losses_ == builder.losses() && list_.size() <= numbers.size() &&
        std::ranges::equal(list_, std::span(numbers).first(list_.size()), {}, &Number::fact);
    if (!continues) *this = {};
    losses_ = builder.losses();
    for (size_t k = list_.size(); k < numbers.size(); ++k) add(builder, numbers[k]);
}

void NumberIndex::add(const Builder& builder, Id fact) {
    const size_t place = list_.size();
    Number number{fact, {}, false};
    for (const auto& [monomial, coefficient] : builder.fact(fact).terms()) {
        if (monomial.empty()) continue;
        if (coefficient > 0) {
            if (!number.is_relation) raised_[monomial].push_back(place);
            number.is_relation = true;
        } else if (monomial.size() == 1) {
            number.words.push_back({monomial[0], -coefficient});
            limiting_[monomial[0]].push_back(place);
        }
    }
    std::ranges::stable_sort(number.words, std::greater{}, &Weighted::weight);
    list_.push_back(std::move(number));
}

const std::vector<size_t>& NumberIndex::limiting(Variable word) const {
    const auto found = limiting_.find(word);
    return found == limiting_.end() ? no_places : found->second;
}

const std::vector<size_t>& NumberIndex::raised_by(const check::Monomial& monomial) const {
    const auto found = raised_.find(monomial);
    return found == raised_.end() ? no_places : found->second;
}

}  // namespace limbsmith::derive
