// Computes the results of a subject with GMP.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "subject.hpp"

namespace limbsmith::bench {

// Used by one thread. The words of numbers are consecutive, least significant first.
class Oracle {
  public:
    explicit Oracle(const Subject& subject);

    // Draws operands that the contract allows.
    std::vector<uint32_t> draw(eval::Samples& samples, bool edges = false);
    // The results. If the contract gives them only by a relation (q·b + r = a), the interpreter computes them
    // and GMP checks the relation. Throws Error if it does not hold.
    std::vector<uint32_t> operator()(std::span<const uint32_t> operands);

  private:
    using Words = std::vector<uint32_t>;

    Words computed(std::span<const uint32_t> operands, std::span<const mpz_class> values);

    const Subject& subject_;
    eval::ContractEvaluator contract_;
    std::function<Words(std::span<const uint32_t>)> interpret_;  // empty for loops modulo N
    mpz_class inverse_factor_;
};

}  // namespace limbsmith::bench
