// An argument written as its facts and their definitions. The values that instructions make between known
// words are replaced; the remaining terms have to fit.
//
// Promises: steps that follow, or a Gap. It changes nothing but the builder.
#pragma once

#include "derive/search/search.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {

using Values = std::vector<Variable>;

inline Polynomial value(Variable variable) { return Polynomial::of(variable); }

using Variables = std::vector<Variable>;
inline Polynomial as_term(Variable value) { return Polynomial::of(value); }
// The fact times each of the bounds.
Parts times_fact(Id fact, const Parts& bounds);

class Argument {
  public:
    // stops: values that stand for themselves.
    Argument(Search& search, const std::vector<Variable>& stops);
    void stop(Variable value) { definitions_.erase(value); }
    // The search's definition of it holds again.
    void resume(Variable value);
    // requires: the coefficient of the value in the zero is 1 or -1.
    void define(Variable value, Id zero);

    Replaced replaced(const Polynomial& polynomial) const;
    // The polynomial divided by n after replacement. A Gap if it is not a multiple.
    struct Multiple {
        Variable value;
        Id zero;  // polynomial - n·value
    };
    Multiple multiple_of(const mpz_class& n, const Polynomial& polynomial);

    // x = 0: the sum of the zeros.
    Id equal(const Polynomial& x, const Parts& zeros = {});
    // x >= 0, since n·x is the sum of the parts and a constant above -n.
    Id show(const Polynomial& x, const Parts& parts, const mpz_class& n = 1);
    // x >= 0, since p·x is the sum of the parts less 1, at the most, for p - 1 >= 0.
    Id show_times(const Polynomial& p, Id positive, const Polynomial& x, const Parts& parts);
    // x = 0, since both parts leave less than n of n·x and of -n·x.
    Id zero(const Polynomial& x, const Parts& above, const Parts& below, const mpz_class& n);
    // word = x, if it is modulo the base and x lies in [0, base): x is the sum of the first parts and a constant above
    // -base, base - 1 - x that of the others. The word is then defined by x.
    void settle(Variable word, const Polynomial& x, const Parts& x_least, const Parts& x_gap);
    // The parts of a product or of a word: whole = low + weight·high.
    struct Parted {
        Variable low, high;
    };
    Parted parted(check::Monomial whole, const mpz_class& weight) const;

    // word >= 0 and base - 1 - word >= 0
    Id least(Variable word) const { return *search_.ranges.at(word).least; }
    Id most(Variable word);
    struct Number {
        Polynomial value;
        mpz_class size;    // it is below
        Parts least, gap;  // value, size - 1 - value
    };
    Number number(const std::vector<Variable>& words);

  private:
    Polynomial total(const Parts& parts) const;

    Search& search_;
    Builder& builder_;
    Definitions definitions_;
};

// x >= 0 from -1 >= 0.
Id from_absurd(Builder& builder, Id absurd, const Polynomial& x);

}  // namespace limbsmith::derive
