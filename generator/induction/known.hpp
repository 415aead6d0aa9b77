// What is known on one path through a routine: facts about integers and residues, and the decisions taken.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "induction/monomial.hpp"

namespace limbsmith::induction {

// Says in words what could not be proved.
struct Unproved : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Thrown where a path ends: after the body of a loop that kept its invariant, or where the facts contradict
// each other, so that no input takes this path.
struct PathEnd {};

// Goes through all paths, one after the other. Where the facts do not determine a decision, one path takes it
// one way and a later path the other.
class Decisions {
  public:
    // Throws Unproved where there are too many paths.
    bool choose();
    // The next path; false after the last.
    bool advance();
    // Counts work; throws Unproved where it is too much.
    void spend(size_t work);
    // A number for what is known: at the start 0, then by what was known and what is added: that the value is not
    // negative or, of a symbol, that it is the value. Paths that start alike come by the same numbers.
    size_t knowledge(size_t before, const std::string& symbol, const Integer& value);
    // The answer to a question for what is known; null where there is none yet.
    std::optional<bool>& answer(size_t knowledge, const Integer& question);

  private:
    std::vector<bool> trail_;
    size_t next_ = 0;
    int paths_ = 1;
    size_t spent_ = 0;
    std::map<std::tuple<size_t, std::string, Integer>, size_t> knowledge_;
    std::map<std::pair<size_t, Integer>, std::optional<bool>> answers_;
};

class Known {
  public:
    // N where it is a number; whether it is prime.
    Known(Decisions& decisions, std::optional<mpz_class> modulus, bool is_prime)
        : decisions_(decisions), modulus_(std::move(modulus)), is_prime_(is_prime) {}

    void not_negative(const Integer& value);
    void zero(const Integer& value);
    // number < 2^bits, for a symbol.
    void limit(const std::string& number, const Integer& bits) { limits_.emplace_back(number, bits); }
    bool has_limit(const Integer& number) const;
    // floor(number / 2^shift). requires: number is a symbol; its size is known.
    Integer floor(const Integer& number, const Integer& shift);
    // Bits shift to shift + count - 1 of a number.
    Integer bits(const std::string& number, const Integer& shift, int count);
    bool is_not_negative(const Integer& value) const;
    bool is_zero(const Integer& value) const;
    bool is_whole(const Integer& value) const;

    // known_numbers.cpp
    // The symbol is this value, and stands nowhere any more. requires: the value does not have it.
    void define(const std::string& symbol, const Integer& value);
    // The value without symbols that are defined.
    Integer reduced(const Integer& value) const;
    // value = 0, which defines one of the symbols, or a quotient, if it can.
    void zero(const Integer& value, const std::vector<std::string>& symbols);
    // 2^exponent, and how it compares with other powers of 2.
    Integer exp2(const Integer& exponent);
    // base^exponent, one number for one base and one exponent, made of other powers of the base where the exponent
    // is once or twice theirs, or one more. Throws Unproved where the exponent may be negative.
    Integer to_the(const Integer& base, const Integer& exponent);
    // floor(number / divisor). Throws Unproved where the divisor is not one positive term.
    Integer quotient(const Integer& number, const Integer& divisor);
    Integer remainder(const Integer& number, const Integer& divisor) {
        return number - divisor * quotient(number, divisor);
    }
    // x | y for naturals.
    Integer either(const Integer& x, const Integer& y);
    // Decide where it is not known.
    bool decide_zero(const Integer& value);
    bool decide_less(const Integer& x, const Integer& y);

    // known_congruences.cpp
    // value = 0 modulo an odd number; with modulus 0, value = 0. What is asked may be modulo an even number.
    void congruent(const Integer& value, const Integer& modulus) {
        congruences_.emplace_back(value, modulus);
    }
    bool is_congruent(const Integer& value, const Integer& modulus);
    // Whether value = 0 modulo the divisor, by at most one equation that is known.
    bool is_multiple(const Integer& value, const Integer& divisor) const;
    // x·y <= x·c for numbers c that are known with y <= c, if x >= 0.
    void bound_product(const Integer& x, const Integer& y);
    // |u·x + v·y| <= c·P where |x|, |y| <= P and |u| + |v| <= c are known, for numbers c.
    void bound_sum(const Integer& u, const Integer& x, const Integer& v, const Integer& y);

    // known_divisors.cpp
    // value / divisor for a divisor of one term, if it is whole term by term.
    std::optional<Integer> whole_over(const Integer& value, const Integer& divisor) const;
    // x of a remainder x mod divisor; null if the value is not known to be one.
    std::optional<Integer> whole_of(const Integer& remainder, const Integer& divisor) const;
    bool is_odd(const Integer& value);
    bool decide_odd(const Integer& value);
    void odd(const Integer& value);
    // The lowest one of x | y is its bit k: 2^k divides both, and one of the quotients is odd. requires: k is
    // not negative.
    void lowest_one(const Integer& x, const Integer& y, const Integer& k);
    Integer magnitude(const Integer& value);
    // Whether x is 1 or -1.
    bool decide_one(const Integer& x);
    Integer common_divisor(const Integer& x, const Integer& y);
    // gcd(x, y) = value
    void common_divisor_is(const Integer& x, const Integer& y, const Integer& value) {
        gcds_.push_back({x, y, value});
    }

    void unit(const std::string& atom) { units_.insert(atom); }
    bool is_unit(const Monomial& value) const;
    bool decide_unit(const Monomial& value);
    void not_unit(const std::string& atom);
    bool decide_zero(const Monomial& value);
    bool decide_equal(const Monomial& x, const Monomial& y);
    bool are_equal(const Monomial& x, const Monomial& y);
    void equal(const Monomial& x, const Monomial& y) { equal_.emplace_back(x, y); }
    Monomial canonical(const Monomial& value) const;
    // 1/value. requires: a unit.
    Monomial inverse(const Monomial& value) const;
    // The residue's power; throws Unproved where the exponent may be negative and the residue no unit.
    Monomial power(const Monomial& value, const Integer& exponent) const;

    // Theorems that were used, by name.
    const std::set<std::string>& theorems() const { return theorems_; }

  private:
    bool has_product(const Integer& symbol, const Integer& value) const;
    // All P with |value| <= P as facts say; numbers only where there is nothing else.
    std::vector<Integer> limits(const Integer& value) const;
    void assume_zero(const Integer& value);
    std::optional<long> upper_bound(const Integer& value) const;
    void bound_quotient(const Integer& quotient, const Integer& number, const Integer& divisor);
    // Of numbers whose floors are symbols: how they lie to each other.
    void compare_quotients(const std::string& name, const Integer& number, const Integer& divisor);
    bool is_zero(const Monomial& value) const;
    // The atom that decides whether the value is zero, or a unit: all else of it is a unit.
    std::optional<std::string> deciding_atom(const Monomial& value) const;
    // x/y where y divides x as a product.
    std::optional<Monomial> quotient(const Monomial& x, const Monomial& y) const;
    // Equal without the equations that are known.
    bool are_same(const Monomial& x, const Monomial& y);

    Decisions& decisions_;
    std::optional<mpz_class> modulus_;
    bool is_prime_;
    std::vector<Integer> facts_, zeros_;
    std::vector<std::pair<std::string, Integer>> limits_;
    size_t knowledge_ = 0;                        // facts_ and defined_, as a number
    std::set<std::string> naturals_, positives_;  // symbols that are not negative; that are not 0 either
    std::map<std::string, Integer> defined_;
    struct Quotient {
        Integer number, divisor;
    };
    std::map<std::string, Quotient> quotients_;           // by symbol
    std::map<std::string, std::vector<Integer>> either_;  // parts of x | y | ..., by symbol
    std::vector<Integer> exponents_;                      // of powers of 2
    struct Power {
        Integer base, exponent, value;
    };
    std::vector<Power> powers_;
    struct Gcd {
        Integer x, y, value;
    };
    std::vector<Gcd> gcds_;
    std::vector<std::pair<Integer, Integer>> congruences_;  // values, and their moduli
    std::set<std::string> units_, zero_atoms_, not_units_;
    std::vector<std::pair<Monomial, Monomial>> equal_, different_;
    std::set<std::string> theorems_;
};

}  // namespace limbsmith::induction
