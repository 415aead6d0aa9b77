// The words of divisions by their roles, found from the names in parts of the program. The lowest word of a number comes first.
//
// Promises: instructions of the right kind make them; their values are not looked at.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// A division of u by D by its reciprocal v (derive/quotients).
struct QuotientWords {
    std::vector<Variable> u, d;
    Variable v, q0, q1;
    std::vector<Variable> r;           // t, or t + W
    Variable fits, test;               // the borrow of test = (top word of r) - q0
    std::vector<Variable> near, rest;  // r if `fits`, else r + D; near - D
    Variable less;                     // the borrow of rest
    Variable q;
    std::vector<Variable> remainder;  // near if `less`, else rest; none if nothing uses it
};
// nullopt if the part is not about such a division. Throws Gap.
std::optional<QuotientWords> quotient_words(const Search& search, const ir::Part& part);

// A division of u by D by the quotient of their highest words (derive/row_quotients).
struct RowWords {
    std::vector<Variable> u, d, minus_d, sum;
    Variable v, q;
    std::vector<Variable> difference;  // (the highest words of u) - (those of D)
    Variable less;                     // its borrow: q is the quotient by the highest words, else B - 1
    QuotientWords by_top;              // this quotient
    size_t too_large;                  // the instruction that subtracts q from the top word of the sum
    std::vector<Variable> remainder;
    Variable quotient;
};
std::optional<RowWords> row_words(const Search& search, const ir::Part& part);

// The reciprocal v of a word d (derive/reciprocals).
struct ReciprocalWords {
    Variable d;
    mpz_class start;  // x = start - d modulo the base
    struct Step {
        Variable x, high, e, next;  // high = floor(d·x / base); next = x + floor(x·e / base)
    };
    std::vector<Step> steps;
    Variable x;          // of the last step
    Variable e, e_rest;  // E = 2^cut·e + e_rest
    unsigned cut;
    Variable high;  // floor(x·e / base)
    Variable more;  // floor(high / 2^drop)
    unsigned drop;
    Variable near;       // 2·x + more - base
    Variable low, sign;  // near·d + d + base·d: sign is all ones if near is too small
    Variable v;
};
// The reciprocal v of D = base·d1 + d0 (derive/long_reciprocals).
struct LongReciprocalWords {
    std::vector<Variable> d;
    Variable v_top;              // the reciprocal of d1
    Variable p, carry;           // d1·v_top + d0
    Variable tested, less;       // p - d1, its borrow
    Variable v_near, next;       // v_top and p after corrections
    std::vector<Variable> sum;   // base·next + v_near·d0
    Variable over;               // its carry
    std::vector<Variable> rest;  // sum - D
    Variable below;              // its borrow
    Variable v;
};
std::optional<LongReciprocalWords> long_reciprocal_words(const Search& search, const ir::Part& part);
std::optional<ReciprocalWords> reciprocal_words(const Search& search, const ir::Part& part);

// Goes back from words to the instructions that make them. Throws Gap.
struct Makers {
    const ir::Program& program;

    size_t index_of(const ir::Operand& word, ir::Opcode op) const;
    const ir::Instruction& of(const ir::Operand& word, ir::Opcode op) const {
        return program.body[index_of(word, op)];
    }
    // The instructions whose borrow the mask is.
    std::vector<size_t> borrow_of(const ir::Operand& mask) const;
};

}  // namespace limbsmith::derive
