// Replaces values by their definitions, the latest first.
//
// Promises: scale·polynomial = rest + the sum of the multiples of zeros, after each step. Each value is looked up where
// it occurs, so the work is that of adding up the definitions.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "derive/search/builder.hpp"

namespace limbsmith::derive {

// A zero that replaces a value, and the coefficient of the value in it.
struct Definition {
    Id zero;
    mpz_class coefficient;
    size_t rank;  // later values have higher ranks
};

class Definitions {
  public:
    const Definition* find(Variable value) const {
        return value < list_.size() && list_[value] ? &*list_[value] : nullptr;
    }
    bool contains(Variable value) const { return find(value) != nullptr; }
    void set(Variable value, Definition definition) {
        if (value >= list_.size()) list_.resize(value + 1);
        list_[value] = std::move(definition);
    }
    void erase(Variable value) {
        if (value < list_.size()) list_[value].reset();
    }

  private:
    std::vector<std::optional<Definition>> list_;
};

// scale·polynomial = rest + the sum of multiples of zeros
struct Replaced {
    Replaced(Polynomial polynomial) : polynomial(polynomial), rest(std::move(polynomial)) {}
    Polynomial polynomial, rest;
    mpz_class scale = 1;
    std::vector<check::Multiple> zeros{};
};

std::vector<check::Multiple> times(std::vector<check::Multiple> zeros, const mpz_class& factor);

class Replacement {
  public:
    // all: every value is replaced. whole: those of which the definition gives a multiple, such as the carries out of low
    // words, stay; so multiples of a number remain multiples of it.
    enum class What { all, whole };
    // requires: the builder and the definitions outlive it. Values that were not replaced yet may lose their definitions.
    Replacement(const Builder& builder, const Definitions& definitions, Replaced replaced,
                What what = What::all);

    // Replaces the values of rank `from` and above, until the rest is too long. Returns the number of terms that it
    // added up.
    size_t down_to(size_t from);
    bool is_too_long() const { return replaced_.rest.terms().size() > longest; }
    // One more than the rank of the value that comes next, 0 if there is none.
    size_t next() const { return open_.empty() ? 0 : open_.rbegin()->first + 1; }
    const Replaced& replaced() const { return replaced_; }
    Replaced finish() && { return std::move(replaced_); }

  private:
    void note(const check::Monomial& monomial);
    Polynomial take_factor(Variable value);
    size_t substitute(Variable value);

    static constexpr size_t longest = 10000;  // products of products grow without an end
    const Builder* builder_;
    const Definitions* definitions_;
    What what_;
    Replaced replaced_;
    std::set<std::pair<size_t, Variable>> open_;                 // values with definitions, by rank
    std::map<Variable, std::vector<check::Monomial>> products_;  // in which such a value was seen
};

}  // namespace limbsmith::derive
