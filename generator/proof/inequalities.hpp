// What is known of words as inequalities, and what follows from it for products of them.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "proof/equations.hpp"

namespace limbsmith::proof {

class Inequalities {
  public:
    explicit Inequalities(const Equations& equations) : equations_(equations) {}

    // A fact: polynomial <= 0.
    void learn(const Polynomial& polynomial);
    // A fact: polynomial = 0, in which the bit stands nowhere else.
    void learn(const Polynomial& polynomial, Var bit);
    // Whether polynomial <= 0 is one of the facts, or weaker.
    bool is_known(const Polynomial& polynomial) const;

    // The facts that the value comes first in, each >= 0.
    std::vector<Polynomial> facts_of(Var var) const;

    // Whether polynomial <= 0 follows from the facts, the equations of instructions, and the products, which
    // are >= 0. Only values that these or the polynomial mention count, with what their equations have
    // inside.
    bool shows(const Polynomial& polynomial, const std::vector<Polynomial>& products) const;

  private:
    using Facts = std::vector<Polynomial>;  // each >= 0
    Facts relevant(const Polynomial& polynomial, const std::vector<Polynomial>& products) const;
    // The first `products` facts are the given ones.
    bool by_cases(const Polynomial& target, const Facts& facts, size_t products,
                  std::span<const Var> bits) const;
    bool by_certificate(const Polynomial& target, const Facts& facts, size_t products) const;

    const Equations& equations_;
    std::vector<Polynomial> facts_;                       // each >= 0, parked
    std::vector<std::pair<Polynomial, Var>> with_bit_;    // each = 0, parked
    std::map<uint32_t, std::vector<size_t>> with_front_;  // by the first value of a fact, its code
};

}  // namespace limbsmith::proof
