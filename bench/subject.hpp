// A function of a generated header as a subject of measurement.
//
// Promises: the header, a program whose contract says what the function computes, and its cost. oracle
// computes its results with GMP; kernel_source calls it in kernels.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ir/program.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::bench {

struct Subject {
    std::string operation;  // mul: the name of the function
    Width width;
    std::string modulus;    // as written; empty for arithmetic of a width
    std::string algorithm;  // rows, montgomery, montgomery+karatsuba:1 ...
    ir::Program meaning;    // operands, results and contract; empty body for loops
    mpz_class n;            // the modulus, or 0
    mpz_class factor;       // if the contract has residues x where the function has x·factor; else 0
    std::optional<plan::Cost> cost;     // of one result, where the cost model knows it
    double rows = 0;                    // products by rows, if the function is one product
    std::function<std::string()> text;  // makes the header, with the namespace `subject`
    bool is_portable = false;           // its portable C++ is compiled for the GPU instead of PTX
    // For batches of numbers as users have them, each with a modulus of its own or over several threads: it makes the
    // kernels that `limbsmith run` uses; the name of the kernel, and the threads of a block.
    std::function<std::string()> batch_kernels{};
    std::string batch_kernel{};
    uint32_t batch_block = 0;
    // The same of number-major arrays, where a block computes a tile of numbers; 0 where there are no tiles.
    uint32_t tile_threads = 0, tile_numbers = 0;
    std::string title{};           // in place of the operation, in results
    std::optional<Fused> fused{};  // of the operation expr
    int divisor_bits = 0;          // of a division, the length of its second operand; 0: as long as the first
    // For numbers without a program: GMP's results a second, measured in so many seconds, and the cores that it takes.
    std::function<double(double seconds)> gmp{};
    unsigned gmp_cores = 0;
    // The same of our own code on the host, if it is measured beside GMP; 0 where there is no compiler.
    std::function<double(double seconds)> host_code{};
    // For a pool: how many computations, and the lengths of their operands in words.
    uint64_t count = 0;
    double mean_words = 0, deviation_words = 0;

    // Whether a header of the function, or its program, runs on the host: numbers in one thread.
    bool has_host_code() const { return !batch_kernels && !gmp; }
    int operand_words() const;
    int result_words() const;
    bool is_loop() const { return meaning.body.empty(); }
};

// Throws unsupported if the function cannot be measured alone: it takes a number from a special range, such
// as a lazy one.
Subject subject(const std::string& operation, const Spec& spec);

// The operation on batches as `limbsmith run` computes them, for a spec that subject() does not know: a modulus
// that is given at run time is an operand, each number has its own; or numbers over several lanes. Throws
// unsupported where there is no such operation.
Subject batch_subject(const std::string& operation, const Spec& spec);
inline bool needs_batch_subject(const Spec& spec) {
    return spec.is_runtime() || spec.width.mapping.is_group();
}

// Whether subject() supports the operation.
bool is_measurable(const std::string& operation, const Spec& spec);

}  // namespace limbsmith::bench
