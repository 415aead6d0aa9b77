// A modulus with all loops for it, run on residues.
#pragma once

#include <doctest/doctest.h>

#include "algorithm/loop/on_residues.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "support/routines.hpp"
#include "support/run_program.hpp"

namespace limbsmith::test {

using Values = std::vector<mpz_class>;
using Lines = std::vector<Values>;

inline mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

// 0 where there is none.
inline mpz_class inverse_of(const mpz_class& a, const mpz_class& n) {
    mpz_class inverse;
    return mpz_invert(inverse.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) == 0 ? mpz_class(0) : inverse;
}

inline mpz_class power_of(const mpz_class& a, const mpz_class& e, const mpz_class& n) {
    mpz_class result;
    mpz_powm(result.get_mpz_t(), a.get_mpz_t(), e.get_mpz_t(), n.get_mpz_t());
    return result;
}

// Residues to try: all of a small modulus, else edges and others.
inline Values residues(const mpz_class& n, size_t randoms, eval::Samples& samples) {
    Values values;
    if (n <= 16) {
        for (int a = 0; a < n; ++a) values.push_back(a);
        return values;
    }
    values = {0, 1, 2, 3, n - 1, n - 2, n / 2, n / 2 + 1};
    for (unsigned divisor : {2u, 3u, 5u, 7u}) {
        if (n % divisor == 0) values.push_back(n / divisor);
    }
    for (size_t k = 0; k < randoms; ++k) values.push_back(samples.edge(n));
    for (size_t k = 0; k < randoms; ++k) values.push_back(samples.uniform(n));
    return values;
}

struct Field {
    Modulus modulus;
    algorithm::loop::Residues residues;
    ir::Library library;

    Field(const Modulus& n, Reduction reduction, InverseChoice inverse)
        : modulus(n),
          residues(residues_of(modulus, reduction)),
          library(field_library(modulus, reduction, inverse)) {}

    const mpz_class& n() const { return modulus.n(); }
    // The results of an operation for residues: all operands and results are those; n is the last of them where it is given
    // at run time.
    Lines run(const std::string& key, const Lines& inputs) const {
        const ir::Routine routine = algorithm::loop::on_residues(residues, key, library);
        eval::RoutineInterpreter interpreter(routine, library);
        return run_all(interpreter, meaning(routine), inputs);
    }
};

// `expected` gives the outputs for the inputs.
template <class Expected>
void check(const Field& field, const std::string& key, const Lines& inputs, Expected expected) {
    const Lines results = field.run(key, inputs);
    for (size_t k = 0; k < inputs.size(); ++k) {
        const Values wanted = expected(inputs[k]);
        if (results[k] != wanted)
            FAIL(key, " modulo 0x", field.n().get_str(16), ":", hex(inputs[k]), " give", hex(results[k]),
                 ", GMP says", hex(wanted));
    }
}

}  // namespace limbsmith::test
