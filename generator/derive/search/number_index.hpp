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
        std::vector<Variable> values{};  // each as often as it occurs
        std::vector<Weighted> words{};   // with negative terms, the highest weight first
        bool is_relation = false;        // has positive terms
        check::Monomial raised{};        // the first of them
    };

    // Makes the index that of these numbers. Returns how many places stay as they were.
    size_t update(const Builder& builder, const std::vector<Id>& numbers);

    const Number& operator[](size_t place) const { return list_[place]; }
    size_t size() const { return list_.size(); }
    // The places of the numbers that limit the word.
    const std::vector<size_t>& limiting(Variable word) const;
    // Where numbers have the value: alone, and in products.
    struct Occurrences {
        struct Term {
            size_t place;
            mpz_class coefficient;
        };
        std::vector<Term> terms;
        std::vector<size_t> products;  // places
    };
    const Occurrences& occurrences(Variable value) const;
    // The places of the numbers that have the monomial as their first positive term.
    const std::vector<size_t>& raised_by(const check::Monomial& monomial) const;

  private:
    void add(const Builder& builder, Id fact);
    void drop_last();

    std::vector<Number> list_;
    std::unordered_map<Variable, std::vector<size_t>> limiting_;
    std::map<check::Monomial, std::vector<size_t>> raised_;
    std::unordered_map<Variable, Occurrences> occurrences_;
    size_t losses_ = 0;
};

}  // namespace limbsmith::derive
