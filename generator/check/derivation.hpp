// A derivation: the steps by which a program meets its contract.
//
// Promises: data without judgement. check/checker decides whether the steps follow; docs/proofs.md states the
// rules and why they are sound. Any program may write derivations, none is trusted.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "check/polynomial.hpp"
#include "ir/routine.hpp"

namespace limbsmith::check {

// A statement about all runs that satisfy the precondition: polynomial = 0, or polynomial >= 0.
struct Fact {
    enum class Kind { zero, nonnegative };
    Kind kind = Kind::zero;
    Polynomial polynomial;
    friend bool operator==(const Fact&, const Fact&) = default;
};

using Facts = std::vector<Fact>;
using Id = size_t;  // of a fact: how many facts came before it

// factor·fact
struct Multiple {
    Id fact;
    Polynomial factor;
};
// scale·(product of facts), scale >= 0
struct Product {
    mpz_class scale;
    std::vector<Id> facts;
};

struct Step;
using Steps = std::vector<Step>;

// A fact that comes with the program: `which` counts the facts of instruction `index`, of the contract or of a
// quotient that a Divide introduced.
struct Given {
    enum class Of { instruction, contract, quotient };
    Of of;
    size_t index = 0;
    size_t which = 0;
};
// claim = 0, since claim is the sum of multiples of polynomials that are 0.
struct Sum {
    Polynomial claim;
    std::vector<Multiple> zeros;
};
// claim >= 0, since claim is a sum of products of non-negative polynomials and of multiples of zeros.
struct Bound {
    Polynomial claim;
    std::vector<Product> products;
    std::vector<Multiple> zeros;
};
// From divisor·p + c >= 0: p + floor(c/divisor) >= 0.
struct Round {
    Id fact;
    mpz_class divisor;
};
// From p >= 0 and -p >= 0: p = 0.
struct Both {
    Id fact, opposite;
};
// New integers q and r: polynomial = divisor·q + r and 0 <= r < divisor.
struct Divide {
    Polynomial polynomial;
    mpz_class divisor;
};
// The goal, whether `split` >= 0 or `split` <= -1. Each side begins with that as a fact.
struct Cases {
    Polynomial split;
    Fact goal;
    Steps if_nonnegative, if_negative;
};

// p as a number of bits, from p >= 0 and 2^k - 1 - p >= 0: new bits b_i, and p = the sum of 2^i·b_i.
struct Bits {
    Id least, most;
};
// The common bits of two numbers: value = the sum of 2^i·b_i·c_i. Each number is a sum of
// 2^i·b_i, as a zero says, and the bits are facts b_i >= 0 and 1 - b_i >= 0.
struct CommonBits {
    struct Number {
        Id sum;
        std::vector<std::pair<Id, Id>> bits;
    };
    Variable value;
    Number first, second;
};
// A new power base^p, from p >= 0.
struct Power {
    Id exponent;
    Polynomial base = 2;
};
// The product of powers on the left is base^k times that on the right, since a zero says so of their exponents.
struct Powers {
    Id exponents;
    std::vector<Variable> left, right;
};
// Two entries of one array are the same, since a zero says so of their indices.
struct SameEntry {
    Variable first, second;
    Id indices;
};
// Fermat's theorem: base·base^(prime-2) is 1 modulo the prime, or 0 if the prime divides the base.
struct Fermat {
    mpz_class prime;
    Polynomial base;
};
// The facts that a lemma shows, with values for its variables, from the facts that it is given.
struct Apply {
    size_t lemma;
    std::vector<Polynomial> values;
    std::vector<Id> facts;
};

// The common bits of two numbers, above and below a power of two.
struct Split {
    Variable value;
    Polynomial power;
};
// Holds after every run of divsteps. Facts: f is odd; limit - f, limit + f, limit - g, limit + g from 0.
struct Run {
    Variable run;
    Id odd;
    std::array<Id, 4> limits;
};
// A run is another, and the divsteps of a matrix after it. Facts: f is odd; eta, f and g are those of the matrix.
struct Batch {
    Variable before, after, matrix;
    Id odd, eta, f, g;
};
// g = 0 after a run. Facts: f is odd; the count of divsteps; the lesser of f and g, the other less this one, and a
// constant less the other, all at least 0; where g is the greater one, that it is odd.
struct End {
    Variable run;
    Id odd, count, least, order, most;
    std::optional<Id> other_odd;
};

struct Step {
    std::variant<Given, Sum, Bound, Round, Both, Divide, Cases, Bits, CommonBits, Power, Powers, SameEntry,
                 Fermat, Apply, Split, Run, Batch, End>
        rule;
};

// A statement on `variables` integers, of which the given facts hold.
struct Lemma {
    std::string name;
    Variable variables = 0;
    Facts given, shown;
    Steps steps;
};

struct Derivation {
    ir::Program program;
    int word_bits = 32;
    Steps steps;
    std::vector<Lemma> lemmas{};  // each may apply those before it
};

// The legs of a routine, in the order in which check/walk comes by them: each shows the goals of its place.
struct RoutineDerivation {
    ir::Routine routine;
    int word_bits = 32;
    std::vector<Steps> legs;
    std::vector<Lemma> lemmas{};
};

}  // namespace limbsmith::check
