// Arithmetic modulo N, as programs. N is a known constant, or it is odd and given at run time; then each
// program has the words of the modulus object that it uses as additional inputs.
//
// An elem holds x·F mod N for a residue x; a plain holds x. Both are canonical: below N. F, the form factor,
// is R = 2^(32·limbs) with Montgomery reduction, else 1. A loose holds x·F plus a multiple of N; K =
// lazy_limit(modulus, reduction).
#pragma once

#include <string>
#include <utility>

#include "algorithm/product.hpp"
#include "algorithm/residue.hpp"
#include "ir/program.hpp"
#include "spec/reduction.hpp"

namespace limbsmith::algorithm {

// The factors of a term in a sum of products: a, b, then c, d and so on for up to four terms; else a0, b0, then
// a1, b1 and so on.
std::pair<std::string, std::string> factor_names(int term, int terms);

struct Field {
    Modulus modulus;
    Reduction reduction;
    Product product;     // for products without reduction
    Square make_square;  // for squares before reduction
    bool interleaved;    // Montgomery reduction between the rows of a product, not after it
    SpecialForm form{};  // the form of N that a special reduction uses

    // F, the form factor: elem = residue·F mod N.
    mpz_class form_factor() const { return reduction == Reduction::montgomery ? modulus.R() : mpz_class(1); }
    // K: loose numbers are below K·N.
    mpz_class lazy_limit() const { return limbsmith::lazy_limit(modulus, reduction); }

    // Sums; the same in both forms.
    ir::Program add() const;    // r = (a + b) mod N
    ir::Program sub() const;    // r = (a - b) mod N
    ir::Program neg() const;    // r = -a mod N
    ir::Program cneg() const;   // the same if condition != 0, else r = a
    ir::Program dbl() const;    // r = 2a mod N
    ir::Program halve() const;  // r = a/2 mod N; N odd

    // Products; F^-1 is taken modulo N.
    ir::Program mul() const;        // r = a·b·F^-1 mod N
    ir::Program sqr() const;        // r = a²·F^-1 mod N
    ir::Program mul_small() const;  // r = a·k mod N for a word k
    ir::Program mul_add(const char* name,
                        int terms) const;  // r = (a·b + c·d + ...)·F^-1 mod N, one reduction
    ir::Program mul_sub2() const;          // r = (a·b - c·d)·F^-1 mod N, one reduction
    ir::Program mul_wide() const;          // r = a·b, not reduced
    ir::Program reduce() const;            // r = t·F^-1 mod N for t < N·R that fits a wide

    // Lazy operations. Inputs are below K·N; those of add_lazy and sub_lazy are below K/2·N. requires: K >=
    // 2.
    ir::Program add_lazy() const;   // r = a + b < K·N
    ir::Program sub_lazy() const;   // r = a - b + K/2·N < K·N
    ir::Program mul_lazy() const;   // r = a·b·F^-1 mod N, below 2N
    ir::Program sqr_lazy() const;   // r = a²·F^-1 mod N, below 2N
    ir::Program normalize() const;  // r = a mod N

    // Conversions.
    ir::Program to_elem() const;   // r = x·F mod N
    ir::Program to_plain() const;  // r = a·F^-1 mod N

    // Predicates and selection.
    ir::Program eq() const;            // 1 if a = b else 0
    ir::Program is_zero() const;       // 1 if a = 0 else 0
    ir::Program select() const;        // a if condition != 0 else b
    ir::Program cswap() const;         // b, a if condition != 0 else a, b
    ir::Program is_canonical() const;  // 1 if x < N else 0, for any limbs

    // -N^-1 mod 2^32, for an N given at run time.
    ir::Program n0inv() const;
};

}  // namespace limbsmith::algorithm
