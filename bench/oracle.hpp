// Computes the results of a function with GMP.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "bench/thread/header_function.hpp"
#include "eval/contract_value.hpp"
#include "eval/samples.hpp"

namespace limbsmith::bench {

// Used by one thread. The words of numbers are consecutive, least significant first.
class Oracle {
  public:
    // Residues x of the contract are x·factor modulo n for the function, unless factor is 0.
    explicit Oracle(const Function& function, const mpz_class& factor = 0, const mpz_class& n = 0);
    explicit Oracle(const HeaderFunction& function) : Oracle(function, function.factor, function.n) {}

    // Draws operands that the contract allows.
    std::vector<uint32_t> draw(eval::Samples& samples, bool edges = false);
    // The results. If the contract gives them only by a relation (q·b + r = a), the interpreter computes them
    // and GMP checks the relation. Throws Error if it does not hold.
    std::vector<uint32_t> operator()(std::span<const uint32_t> operands);

  private:
    using Words = std::vector<uint32_t>;

    Words computed(std::span<const uint32_t> operands, std::span<const mpz_class> values);

    const Function& function_;
    mpz_class factor_, n_;
    eval::ContractEvaluator contract_;
    std::function<Words(std::span<const uint32_t>)> interpret_;  // empty for loops modulo N
    mpz_class inverse_factor_;
};

}  // namespace limbsmith::bench
