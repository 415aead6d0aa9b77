// The numbers of a sequence of divsteps, as values with known relations, and polynomials in them modulo 2^32.
//
// Divstep i takes (eta, f, g) and the matrix (u v; q r) to those with index i + 1 (Bernstein, Yang 2019; eta
// is -2·delta). Let a = g mod 2; b = 1 if eta < 0, else 0; s = a - 2ab, the factor of f that is added to g.
// Then
//
//   f' = f + ab(g - f)  2g' = g + s·f   eta' = eta - 2ab·eta - 2
//   u' = 2u + 2ab(q - u) = 2u + 2ab·q'  q' = q + s·u     and v', r' alike.
//
// By induction:
//
//   f and eta are odd; 2^i·f = u·f_0 + v·g_0; 2^i·g = q·f_0 + r·g_0; u·r - v·q = 2^i;
//   |u| + |v| <= 2^i and |q| + |r| <= 2^i, as |q'| + |r'| <= |q| + |r| + |u| + |v|; |eta| <= |eta_0| + 2i.
//
// No entry is -2^i. If q were, then r = 0 and v = 1; if r were, then q = 0 and u = -1; but u and v are even
// for i > 0. And u', v' are twice an entry of the step before.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "proof/polynomial.hpp"
#include "proof/splits.hpp"

namespace limbsmith::proof {

class DivstepValues {
  public:
    // requires: f_0 is odd, 0 <= f_0, g_0 < 2^count, |eta_0| <= most_eta, eta_0 is odd.
    DivstepValues(int count, const mpz_class& most_eta);

    struct Step {
        Polynomial u, v, q, r, f, g, eta;
        Var odd, negative;  // a and b above
    };
    const Step& step(int i) const { return steps_[i]; }
    int count() const { return static_cast<int>(steps_.size()) - 1; }

    // A new value in the range.
    Var make(const Range& range, bool is_odd = false, bool is_bit = false);
    // Rewrites x·y as `value`, in all polynomials from now on.
    void add_product(Var x, Var y, const Polynomial& value) { products_.push_back({x, y, value}); }

    // reduced: the polynomial modulo 2^32 with known products and parities inserted; coefficients are from
    // -2^31 to 2^31 - 1. recognized: the number of a later step that is congruent to it, if there is one,
    // else the polynomial itself.
    Polynomial reduced(Polynomial polynomial) const;
    Polynomial recognized(const Polynomial& polynomial) const;

    Range range(const Polynomial& polynomial) const;
    bool is_odd(const Polynomial& polynomial) const;
    // The top bit of the word that is congruent to the polynomial, or nullopt.
    std::optional<Polynomial> top_bit(const Polynomial& polynomial) const;

  private:
    struct Value {
        Range range;
        bool is_odd;
        Polynomial parity;  // modulo 2, if has_parity
        bool has_parity;
        std::optional<Var> negative;  // the bit that is 1 if the value is negative
    };
    struct Product {
        Var x, y;
        Polynomial value;
    };
    void add_step();
    void know(const Polynomial& polynomial, const Polynomial& value);
    Polynomial parities(const Monomial& monomial) const;

    std::vector<Value> values_;
    std::vector<Step> steps_;
    std::vector<Product> products_;
    std::map<Polynomial::Terms, Polynomial> known_;
};

}  // namespace limbsmith::proof
