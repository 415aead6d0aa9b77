// What a subject computes, by GMP.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "subject.hpp"

namespace limbsmith::bench {

// For one thread; words of numbers stand one after the other, least significant first.
class Oracle {
  public:
    explicit Oracle(const Subject& subject);

    // Operands that the contract allows.
    std::vector<uint32_t> draw(eval::Samples& samples);
    // The results. Where the contract gives them only through a relation (q·b + r = a) the interpreter finds
    // them and GMP checks the relation. Throws Error where it does not hold.
    std::vector<uint32_t> operator()(std::span<const uint32_t> operands);

  private:
    using Words = std::vector<uint32_t>;

    Words computed(std::span<const uint32_t> operands, std::span<const mpz_class> values);

    const Subject& subject_;
    eval::ContractEvaluator contract_;
    std::function<Words(std::span<const uint32_t>)> interpret_;  // none for loops modulo N
    mpz_class inverse_factor_;
};

}  // namespace limbsmith::bench
