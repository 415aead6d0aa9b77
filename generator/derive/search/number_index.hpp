// Finds the limits on numbers that say something of a value.
#pragma once

#include <unordered_map>
#include <vector>

#include "derive/search/builder.hpp"

namespace limbsmith::derive {

// Limits c + (sum of positive terms) - (sum of weight·word) >= 0.
class NumberIndex {
  public:
    struct Weighted {
        Variable word;
        mpz_class weight;
    };
    struct Number {
        Id fact;
        std::vector<Weighted> words;  // with negative terms, the highest weight first
        bool is_relation = false;     // has positive terms
        check::Monomial raised{};     // the first of them
    };

    // Makes the index that of these numbers.
    void update(const Builder& builder, const std::vector<Id>& numbers);

    const Number& operator[](size_t place) const { return list_[place]; }
    size_t size() const { return list_.size(); }
    // The places of the numbers that limit the word.
    const std::vector<size_t>& limiting(Variable word) const;
    // The places of the numbers that have the monomial as their first positive term.
    const std::vector<size_t>& raised_by(const check::Monomial& monomial) const;

  private:
    void add(const Builder& builder, Id fact);
    void drop_last();

    std::vector<Number> list_;
    std::unordered_map<Variable, std::vector<size_t>> limiting_;
    std::map<check::Monomial, std::vector<size_t>> raised_;
    size_t losses_ = 0;
};

}  // namespace limbsmith::derive
