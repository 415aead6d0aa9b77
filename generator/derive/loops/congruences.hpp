// Knowledge modulo m, as polynomials that are multiples of m, and whether another one follows.
//
// Promises: each multiple is one by zeros that the checker has. Multiples that do not follow by rewriting are not found.
#pragma once

#include <map>

#include "derive/loops/legs.hpp"

namespace limbsmith::derive::loops {

// scale·polynomial = rest + m·quotient, by the zeros: the difference is the sum of factor·fact.
struct Congruence {
    mpz_class scale = 1;
    Polynomial rest, quotient;
    std::map<Id, Polynomial> zeros;
};

class Congruences {
  public:
    // All that the legs know modulo m, a constant above 0 or a modulus.
    Congruences(const Legs& legs, Polynomial m);
    // scale is a unit modulo m, above 0; the rest is 0 if the polynomial is a multiple of m.
    Congruence divided(const Polynomial& polynomial) const;
    size_t work() const { return work_; }

  private:
    // rest = m·quotient by the zeros, and the leading monomial of rest.
    struct Rule {
        check::Monomial lead;
        Congruence known;
    };
    void learn(const Polynomial& multiple, const Polynomial& quotient, std::map<Id, Polynomial> zeros);
    void rewrite(Congruence& it) const;
    bool rewrite_by(const Rule& rule, Congruence& it) const;
    void take_multiples(Congruence& it) const;
    bool is_unit(const mpz_class& x) const;

    const Legs& legs_;
    Polynomial m_;
    std::vector<Rule> rules_;
    mutable size_t work_ = 0;
};

}  // namespace limbsmith::derive::loops
