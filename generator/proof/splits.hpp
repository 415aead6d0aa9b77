// Integers cut in two at a bit, P = 2^k·high + low with 0 <= low < 2^k: what instructions do to words,
// exactly.
//
// Promises: every equation, congruence and range that is used is a theorem about integers, for polynomials
// with values of either sign. What a value stands for is remembered, so that equal cuts are equal values.
#pragma once

#include <map>
#include <vector>

#include "proof/interval.hpp"
#include "proof/polynomial.hpp"

namespace limbsmith::proof {

class Splits {
  public:
    // A value of which the range is all that is known.
    Var any(const Range& range);
    // x·y = value modulo 2^32.
    void add_rule(Var x, Var y, const mpz_class& value) { rules_.push_back({x, y, value}); }

    struct Parts {
        Polynomial low, high;
    };
    Parts split(const Polynomial& polynomial, int bits);

    // Makes a value of whole - modulus·parts.high, the signed residue of a multiple of one value: its range
    // is closer than that of the difference. requires: whole is at least 0 and below `modulus`, and cut in
    // half.
    void add_residue(const Polynomial& whole, const Parts& parts, const mpz_class& modulus);
    // The same polynomial, written in these residues.
    Polynomial in_residues(Polynomial polynomial) const;

    // The sum of the ranges of the terms.
    Range range(const Polynomial& polynomial) const;
    // The same of what the polynomial, or 2^32 times it, is equal to, if that is closer.
    Range close_range(const Polynomial& polynomial) const;
    const Range& range(Var var) const { return values_[var.index()].range; }

    // The polynomial with the values that are defined last replaced by what they are parts of. Equal to it;
    // or congruent modulo 2^bits, where bits > 0.
    Polynomial eliminated(Polynomial polynomial, int bits = 0) const;

  private:
    struct Value {
        Range range;
        // a high part: 2^shift·value = definition; a low part: value = definition modulo 2^shift
        enum class Kind : uint8_t { any, low, high } kind = Kind::any;
        int shift = 0;
        Polynomial definition{};
    };
    struct Rule {
        Var x, y;
        mpz_class value;
    };
    // whole = value + weight·sign, and part, the lower half of whole, is value + weight/2·sign.
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
    std::map<Var, std::pair<Polynomial, int>> high_of_;  // the polynomial and the place where it was cut
    std::vector<Rule> rules_;
    std::vector<Residue> residues_;
};

// Each coefficient over the factor. requires: `factor` divides all.
Polynomial divided(const Polynomial& polynomial, const mpz_class& factor);

}  // namespace limbsmith::proof
