// Integers split at a bit, P = 2^k·high + low with 0 <= low < 2^k: the exact effect of instructions on words.
//
// Promises: every equation, congruence and range used holds for integers of either sign. Splits are
// remembered: splitting the same polynomial at the same bit again gives the same values.
#pragma once

#include <map>
#include <vector>

#include "proof/interval.hpp"
#include "proof/polynomial.hpp"

namespace limbsmith::proof {

class Splits {
  public:
    // A new value of which only the range is known.
    Var any(const Range& range);
    // Rewrites x·y as `value`, modulo 2^32.
    void add_rule(Var x, Var y, const mpz_class& value) { rules_.push_back({x, y, value}); }

    struct Parts {
        Polynomial low, high;
    };
    Parts split(const Polynomial& polynomial, int bits);

    // Makes a value of whole - modulus·parts.high, the signed residue, whose range is closer than that of the
    // difference. requires: 0 <= whole < modulus, and `parts` splits whole in half.
    void add_residue(const Polynomial& whole, const Parts& parts, const mpz_class& modulus);
    // The same polynomial, written in these residues.
    Polynomial in_residues(Polynomial polynomial) const;

    // The sum of the ranges of the terms.
    Range range(const Polynomial& polynomial) const;
    // As range; also tries equal forms of the polynomial and of 2^32 times it, and returns the closest range.
    Range close_range(const Polynomial& polynomial) const;
    const Range& range(Var var) const { return values_[var.index()].range; }

    // Replaces values, latest first, by the polynomials that they are parts of. The result is equal, or
    // congruent modulo 2^bits if bits > 0.
    Polynomial eliminated(Polynomial polynomial, int bits = 0) const;

  private:
    struct Value {
        Range range;
        // high part: 2^shift·value = definition; low part: value = definition modulo 2^shift
        enum class Kind : uint8_t { any, low, high } kind = Kind::any;
        int shift = 0;
        Polynomial definition{};
    };
    struct Rule {
        Var x, y;
        mpz_class value;
    };
    // whole = value + weight·sign; part, the lower half of whole, is value + weight/2·sign
    struct Residue {
        Var whole, part, sign, value;
        mpz_class weight;
    };
    Var make(Value value);
    void apply_rules(Polynomial& polynomial) const;
    Parts nested(const Polynomial& polynomial, int bits);
    Parts cut(const Polynomial& polynomial, int bits);

    std::vector<Value> values_;
    std::map<std::pair<int, Polynomial::Terms>, Parts> cuts_;
    std::map<Var, std::pair<Polynomial, int>> high_of_;  // the polynomial and the bit at which it was split
    std::vector<Rule> rules_;
    std::vector<Residue> residues_;
};

// Each coefficient divided by `factor`. requires: `factor` divides all.
Polynomial divided(const Polynomial& polynomial, const mpz_class& factor);

}  // namespace limbsmith::proof
