// Residues modulo many long numbers of about the same length, by reciprocals that are computed once.
//
// Operands of products are at most 67 bits longer than the longest number, if the reduced number is a product of two
// residues. Computations are recorded only; but the constructor computes the reciprocals.
#pragma once

#include <span>
#include <vector>

#include "phases.hpp"
#include "steps.hpp"

namespace batch_gcd {

class Residues {
  public:
    // Bits that reciprocals have more than numbers.
    static constexpr uint64_t guard = 64;

    // lengths[k]: the length of number k, or one more.
    Residues(Steps& steps, std::span<const Number> numbers, std::span<const uint64_t> lengths,
             Phases& phases);
    ~Residues();
    Residues(const Residues&) = delete;
    Residues& operator=(const Residues&) = delete;

    // A number r that is congruent to x modulo number k, with -M/2^30 < r < 2M, if M is the number times a power of two
    // that has as many bits as the longest number, or one less.
    // requires: |x| has at most 30 bits more than a product of two such r.
    Number residue(Number x, size_t k);
    // x/P·2^bits, for the number P at k, wrong by less than 2^(30 - guard)·2^bits/P + 1.
    // requires: |x| has at most 20 bits more than such an r.
    Number fixed_point(Number x, size_t k, uint64_t bits);

  private:
    std::vector<uint64_t> precisions() const;
    Number leading(Number multiple, uint64_t bits);
    Number refined(size_t k, Number power, uint64_t from, uint64_t to);

    Steps& steps_;
    uint64_t length_;
    std::vector<uint64_t> lengths_;
    std::vector<Number> multiples_;    // numbers times powers of two, M: 2^(length - 2) <= M < 2^length
    std::vector<Number> reciprocals_;  // 2^(2·length + guard) / M, wrong by at most 3
};

}  // namespace batch_gcd
