// The numbers that divsteps go through, as values of their own, and what is known of them; polynomials in
// them modulo 2^32.
//
// Of divstep i, from (eta, f, g) with the matrix (u v; q r), to those with index i + 1 (Bernstein, Yang 2019;
// eta is -2·delta): with a = g mod 2, b = 1 if eta < 0 and else 0, and s = a - 2ab, which is what is added to
// g times f,
//     f' = f + ab(g - f)  2g' = g + s·f   eta' = eta - 2ab·eta - 2
//     u' = 2u + 2ab(q - u) = 2u + 2ab·q'  q' = q + s·u     and v', r' alike.
// Known of them, by induction:
//     f and eta are odd; 2^i·f = u·f_0 + v·g_0; 2^i·g = q·f_0 + r·g_0; u·r - v·q = 2^i;
//     |u| + |v| <= 2^i and |q| + |r| <= 2^i, as |q'| + |r'| <= |q| + |r| + |u| + |v|; |eta| <= |eta_0| + 2i.
// No entry is -2^i: were q, then r = 0 and v = 1; were r, then q = 0 and u = -1; but u and v are even for i >
// 0. And u', v' are twice an entry of the step before.
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
        Var odd, negative;  // a, b
    };
    const Step& step(int i) const { return steps_[i]; }
    int count() const { return static_cast<int>(steps_.size()) - 1; }

    // A value of the range, odd or not.
    Var make(const Range& range, bool is_odd = false, bool is_bit = false);
    // x·y = value, in all polynomials from now on.
    void add_product(Var x, Var y, const Polynomial& value) { products_.push_back({x, y, value}); }

    // The polynomial modulo 2^32 with what is known of products and parities put in, coefficients from -2^31
    // to 2^31 - 1; and of a later step, if it is one of those that are known to be equal to numbers of it.
    Polynomial reduced(Polynomial polynomial) const;
    Polynomial recognized(const Polynomial& polynomial) const;

    Range range(const Polynomial& polynomial) const;
    bool is_odd(const Polynomial& polynomial) const;
    // The top bit of the word that the polynomial is congruent to.
    std::optional<Polynomial> top_bit(const Polynomial& polynomial) const;

  private:
    struct Value {
        Range range;
        bool is_odd;
        Polynomial parity;  // if it is known
        bool has_parity;
        std::optional<Var> negative;  // the bit that is 1 if the value is below 0
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
