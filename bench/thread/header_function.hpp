// A function of a generated header, for numbers of one thread.
//
// Promises: its kernels (source.hpp) call it in registers and on batches; the host runs its program or its portable C++.
#pragma once

#include <gmpxx.h>

#include <string>

#include "bench/function.hpp"
#include "spec/spec.hpp"

namespace limbsmith::bench {

struct HeaderFunction final : Function {
    using Function::Function;

    mpz_class n{};             // the modulus, or 0
    mpz_class factor{};        // if the contract has residues x where the function has x·factor; else 0
    double rows = 0;           // products by rows, if the function is one product
    bool is_portable = false;  // its portable C++ is compiled for the GPU instead of PTX

    void describe(Row& row) const override;
    double gmp_rate(double seconds) const override;
};

// Throws unsupported if the function cannot be measured alone: it takes a number from a special range, such
// as a lazy one.
HeaderFunction header_function(const std::string& operation, const Spec& spec);

// Whether header_function() supports the operation.
bool is_measurable(const std::string& operation, const Spec& spec);

}  // namespace limbsmith::bench
