// Arithmetic modulo N, as programs. N is a constant, or odd and given at run time: then every program has the
// words of the modulus object that it needs as further inputs.
//
// An elem holds x·F mod N for a residue x; a plain holds x itself. Both are canonical, below N. The form's
// factor F is R = 2^(32·limbs) with Montgomery reduction, and 1 otherwise. A loose holds such a number plus a
// multiple of N; K = lazy_limit(modulus, reduction).
#pragma once

#include "algorithm/product.hpp"
#include "algorithm/residue.hpp"
#include "ir/program.hpp"
#include "spec/reduction.hpp"

namespace limbsmith::algorithm {

struct Field {
    Modulus modulus;
    Reduction reduction;
    Product product;     // for products that are not reduced
    Square make_square;  // for squares before their reduction
    bool interleaved;    // Montgomery reduction between the rows of a product, not after it
    SpecialForm form{};  // by which a special reduction goes; N has it

    // F, the factor between a residue and its elem.
    mpz_class form_factor() const { return reduction == Reduction::montgomery ? modulus.R() : mpz_class(1); }
    // K: loose numbers are below K·N.
    mpz_class lazy_limit() const { return limbsmith::lazy_limit(modulus, reduction); }

    // Sums, the same in either form.
    ir::Program add() const;    // r = (a + b) mod N
    ir::Program sub() const;    // r = (a - b) mod N
    ir::Program neg() const;    // r = -a mod N
    ir::Program dbl() const;    // r = 2a mod N
    ir::Program halve() const;  // r = a/2 mod N; N odd

    // Products; r·F = ... mod N.
    ir::Program mul() const;        // r = a·b·F^-1 mod N
    ir::Program sqr() const;        // r = a²·F^-1 mod N
    ir::Program mul_small() const;  // r = a·k mod N for a word k
    ir::Program mul_add(const char* name,
                        int terms) const;  // r = (a·b + c·d + ...)·F^-1 mod N, one reduction
    ir::Program mul_sub2() const;          // r = (a·b - c·d)·F^-1 mod N, one reduction
    ir::Program mul_wide() const;          // r = a·b, not reduced
    ir::Program reduce() const;            // r = t·F^-1 mod N for t < N·R that fits a wide

    // Lazy forms; inputs below K·N, or K/2·N for the first two. requires: K >= 2.
    ir::Program add_lazy() const;   // r = a + b < K·N
    ir::Program sub_lazy() const;   // r = a - b + K/2·N < K·N
    ir::Program mul_lazy() const;   // r = a·b·F^-1 mod N, below 2N
    ir::Program sqr_lazy() const;   // r = a²·F^-1 mod N, below 2N
    ir::Program normalize() const;  // r = a mod N

    // Between the forms.
    ir::Program to_elem() const;   // r = x·F mod N
    ir::Program to_plain() const;  // r = a·F^-1 mod N

    // Decisions.
    ir::Program eq() const;            // 1 if a = b else 0
    ir::Program is_zero() const;       // 1 if a = 0 else 0
    ir::Program select() const;        // a if condition != 0 else b
    ir::Program is_canonical() const;  // 1 if x < N else 0, for any limbs

    // -N^-1 mod 2^32, for N given at run time.
    ir::Program n0inv() const;
};

}  // namespace limbsmith::algorithm
