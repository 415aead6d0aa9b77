// Arithmetic modulo an odd constant N, as programs.
//
// An elem holds x·F mod N for a residue x; a plain holds x itself. Both are canonical, below N. The form's
// factor F is R = 2^(32·limbs) with Montgomery reduction, and 1 with a special one.
#pragma once

#include "algorithm/product.hpp"
#include "algorithm/residue.hpp"
#include "ir/program.hpp"
#include "spec/reduction.hpp"

namespace limbsmith::algorithm {

struct Field {
    Modulus modulus;
    Reduction reduction;  // montgomery or special
    Product product;      // for products that are not reduced
    Square make_square;   // for squares before their reduction
    SpecialForm form{};   // by which a special reduction goes; N has it

    // F, the factor between a residue and its elem.
    mpz_class form_factor() const { return reduction == Reduction::montgomery ? modulus.R() : mpz_class(1); }

    // Sums, the same in either form.
    ir::Program add() const;    // r = (a + b) mod N
    ir::Program sub() const;    // r = (a - b) mod N
    ir::Program neg() const;    // r = -a mod N
    ir::Program dbl() const;    // r = 2a mod N
    ir::Program halve() const;  // r = a/2 mod N

    // Products; r·F = ... mod N.
    ir::Program mul() const;       // r = a·b·F^-1 mod N
    ir::Program sqr() const;       // r = a²·F^-1 mod N
    ir::Program mul_add2() const;  // r = (a·b + c·d)·F^-1 mod N, one reduction
    ir::Program mul_sub2() const;  // r = (a·b - c·d)·F^-1 mod N, one reduction
    ir::Program mul_wide() const;  // r = a·b, not reduced
    ir::Program reduce() const;    // r = t·F^-1 mod N for t < N·R that fits a wide

    // Between the forms.
    ir::Program to_elem() const;   // r = x·F mod N
    ir::Program to_plain() const;  // r = a·F^-1 mod N

    // Decisions.
    ir::Program eq() const;            // 1 if a = b else 0
    ir::Program is_zero() const;       // 1 if a = 0 else 0
    ir::Program select() const;        // a if condition != 0 else b
    ir::Program is_canonical() const;  // 1 if x < N else 0, for any limbs
};

}  // namespace limbsmith::algorithm
