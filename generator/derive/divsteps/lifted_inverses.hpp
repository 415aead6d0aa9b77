// Inverses modulo an even N = 2^k·M: from x = a^-1 modulo M a program makes r = x + M·t, t = (a^-1 - x)·M^-1 modulo 2^k.
//
// It has a^-1 modulo 2^k by Newton's iteration. From a·y = 1 + m·e and h = e it makes y - m·h·y, where m is a power of the
// base; from e to h only multiples of m are lost. Claims of the program say which words are y, h, t, x and r.
#pragma once

#include <optional>

#include "derive/search/argument.hpp"

namespace limbsmith::derive {

class LiftedInverse {
  public:
    // For a program that ends so. modulus: M; k: at least 1. Throws Gap.
    LiftedInverse(Search& search, const ir::Input& a, const mpz_class& modulus, size_t k);

    Polynomial x() const { return number(x_); }
    const std::vector<ir::Operand>& result() const { return result_; }
    // After the instructions that make x; the one that makes the last word of r.
    size_t begin() const;
    size_t end() const { return maker(result_.back()); }

    // r - M·t - x = 0, N - 1 - r >= 0 from M - 1 - x >= 0. requires: the instructions that make x are
    // analysed.
    struct Sum {
        Polynomial number;  // r
        Id zero, most;
    };
    Sum add_up(Id most);
    // a·r - 1 - 2^k·quotient = 0 where the lowest word of a is 1 + 2·half. requires: add_up. It may be stated in a case.
    struct Product {
        Polynomial quotient;
        Id zero;
    };
    Product invert(const Search::Odd& odd);

  private:
    // number·inverse - 1 - weight·error = 0
    struct Inverse {
        mpz_class weight;
        Polynomial inverse, error;
        Id zero;
    };
    void read(const ir::Claim& claim);
    Inverse invert_word(const Search::Odd& odd);
    Inverse double_words(const Inverse& before, size_t step);
    Polynomial a(size_t first, size_t end) const;
    std::vector<Variable> y() const;
    Polynomial number(const std::vector<ir::Operand>& words) const;
    size_t maker(const ir::Operand& word) const;

    // y - m·h·y, by claims.
    struct Step {
        std::vector<Variable> before, after, high;
    };

    Search& search_;
    Builder& builder_;
    const mpz_class base_, modulus_, power_;  // M, 2^k
    std::vector<Variable> a_;
    ir::Operand start_;  // right modulo 32
    ir::Operand word_;   // modulo the base
    std::vector<Step> steps_;
    std::vector<ir::Operand> t_, x_, result_;
    Id is_sum_ = 0;
};

}  // namespace limbsmith::derive
