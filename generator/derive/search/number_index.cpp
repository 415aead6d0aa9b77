#include "derive/search/number_index.hpp"

#include <algorithm>
#include <functional>

namespace limbsmith::derive {

namespace {

const std::vector<size_t> no_places;

}  // namespace

size_t NumberIndex::update(const Builder& builder, const std::vector<Id>& numbers) {
    const Id lost = builder.lowest_lost(losses_);
    losses_ = builder.losses();
    const auto is_other = [&](const Number& number, Id fact) { return number.fact != fact || fact >= lost; };
    const auto same =
        static_cast<size_t>(std::ranges::mismatch(list_, numbers, std::not_fn(is_other)).in1 - list_.begin());
    while (list_.size() > same) drop_last();
    for (size_t k = list_.size(); k < numbers.size(); ++k) add(builder, numbers[k]);
    return same;
}

void NumberIndex::add(const Builder& builder, Id fact) {
    const size_t place = list_.size();
    Number number{.fact = fact};
    for (const auto& [monomial, coefficient] : builder.fact(fact).terms()) {
        if (monomial.empty()) continue;
        number.values.insert(number.values.end(), monomial.begin(), monomial.end());
        if (monomial.size() == 1) {
            occurrences_[monomial[0]].terms.push_back({place, coefficient});
        } else {
            for (Variable value : monomial) occurrences_[value].products.push_back(place);
        }
        if (coefficient > 0) {
            if (number.is_relation) continue;
            raised_[monomial].push_back(place);
            number.is_relation = true;
            number.raised = monomial;
        } else if (monomial.size() == 1) {
            number.words.push_back({monomial[0], -coefficient});
            limiting_[monomial[0]].push_back(place);
        }
    }
    std::ranges::stable_sort(number.words, std::greater{}, &Weighted::weight);
    list_.push_back(std::move(number));
}

void NumberIndex::drop_last() {
    const Number& number = list_.back();
    if (number.is_relation) raised_.at(number.raised).pop_back();
    for (const Weighted& word : number.words) limiting_.at(word.word).pop_back();
    for (Variable value : number.values) {
        auto& [terms, products] = occurrences_.at(value);
        if (!terms.empty() && terms.back().place == list_.size() - 1) terms.pop_back();
        if (!products.empty() && products.back() == list_.size() - 1) products.pop_back();
    }
    list_.pop_back();
}

const std::vector<size_t>& NumberIndex::limiting(Variable word) const {
    const auto found = limiting_.find(word);
    return found == limiting_.end() ? no_places : found->second;
}

const NumberIndex::Occurrences& NumberIndex::occurrences(Variable value) const {
    static const Occurrences none;
    const auto found = occurrences_.find(value);
    return found == occurrences_.end() ? none : found->second;
}

const std::vector<size_t>& NumberIndex::raised_by(const check::Monomial& monomial) const {
    const auto found = raised_.find(monomial);
    return found == raised_.end() ? no_places : found->second;
}

}  // namespace limbsmith::derive
