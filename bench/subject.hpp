// Every kind of subject of measurement has these members. The kinds are functions of headers
// (thread/header_function), kernels of batches (lanes/batch_kernel), operations with all of a GPU (grid/task)
// and computations of a pool (pool/subject).
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "spec/width.hpp"

namespace limbsmith::bench {

struct Row;

struct Subject {
    Subject(std::string operation, Width width, std::string modulus, std::string algorithm)
        : operation(std::move(operation)),
          width(width),
          modulus(std::move(modulus)),
          algorithm(std::move(algorithm)) {}
    virtual ~Subject() = default;

    std::string operation;  // as rows name it: mul, Poly ...
    Width width;
    std::string modulus;    // as written; empty for arithmetic of a width
    std::string algorithm;  // rows, montgomery, montgomery+karatsuba:1 ...

    // Equal for subjects that compute the same, by whatever algorithm: GMP computes it once for all of them.
    virtual std::string computation() const {
        return fmt::format("{} {} {} {}", operation, width.bits, modulus, gmp_cores());
    }
    // Fills in the fields that only rows of this kind have.
    virtual void describe(Row&) const {}
    // Results a second of GMP on the host, measured in so many seconds; 0 if GMP has no function for it.
    virtual double gmp_rate(double seconds) const = 0;
    // The cores that GMP has; 0: all.
    virtual unsigned gmp_cores() const { return 0; }
    // Results a second of our own code on the host, where that is measured beside GMP; else 0.
    virtual double host_code_rate(double) const { return 0; }
};

}  // namespace limbsmith::bench
