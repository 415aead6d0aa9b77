// What a search knows of a program: the range of each value, and what replaces it.
//
// Promises: every fact that it names is stated by the builder. Methods (carries, selections) add facts; find.cpp has
// their order.
#pragma once

#include <optional>
#include <vector>

#include "derive/builder.hpp"

namespace limbsmith::derive {

// least: the fact value >= 0. most: the fact limit - value >= 0, if one is known.
struct Range {
    std::optional<Id> least, most;
    mpz_class limit;
};

// A zero that replaces a value: its coefficient there is 1 or -1.
struct Definition {
    Id zero;
    int sign;
    size_t rank;  // later values have higher ranks
};

// polynomial = rest + the sum of multiples of zeros
struct Replaced {
    Polynomial rest;
    std::vector<check::Multiple> zeros;
};

// limit - polynomial, or polynomial - limit, as a sum of products of facts.
struct Limited {
    mpz_class limit;
    std::vector<check::Product> products;
};

class Search {
  public:
    // Throws check::Unsupported.
    Search(const ir::Program& program, int word_bits);

    // Replaces the values of rank `from` and above. The values of instruction i have rank 2i and 2i + 1.
    Replaced replace(const Polynomial& polynomial, size_t from = 0) const;
    // A limit by the ranges of the values, after what preconditions say of whole numbers; nullopt if some value
    // has no range.
    std::optional<Limited> at_most(const Polynomial& polynomial) const { return limited(polynomial, 1); }
    std::optional<Limited> at_least(const Polynomial& polynomial) const { return limited(polynomial, -1); }

    // The fact polynomial = 0, if it is found: values are replaced down to rank `from`; what is left is 0, or a
    // multiple of a number between whose negative and itself the polynomial lies.
    std::optional<Id> zero(const Polynomial& polynomial, size_t from = 0);
    // The fact polynomial >= 0, if it is found at one of the stops.
    std::optional<Id> nonnegative(const Polynomial& polynomial);
    // The places where values may be replaced no further: before each chain, the last one first; then 0.
    std::vector<size_t> stops(size_t before) const;

    void define(Variable value, Id zero, size_t rank) { definitions[value] = {zero, 1, rank}; }
    void limit(Variable value, Id most, const mpz_class& limit);
    bool is_bit(Variable value) const;

    const ir::Program& program;
    Builder builder;
    const mpz_class base;
    std::map<Variable, Range> ranges;
    std::map<Variable, Definition> definitions;
    std::vector<Id>
        numbers;  // limits on numbers of several words, which no range says; later ones are tried first
    // Words that are (base - 1)·bit, by their definition. The bit is the borrow of the chain of sub that ends with
    // this instruction.
    struct Mask {
        Variable bit;
        size_t instruction;
    };
    std::map<Variable, Mask> masks;

    // Thrown when the search has gone through as many terms as it may: some seconds.
    struct GivenUp {};

  private:
    void learn(const check::Given& given);
    void limit_words();
    std::optional<Limited> limited(const Polynomial& polynomial, int side) const;
    std::optional<Limited> by_ranges(const Polynomial& polynomial, int side) const;

    mutable uint64_t spent_ = 0;  // terms
};

}  // namespace limbsmith::derive
