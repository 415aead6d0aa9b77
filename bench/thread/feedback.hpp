// How the results of a call become the operands of the next one, so that each call depends on the one before.
// Kernels that stay in registers repeat it; the host does the same to check them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "header_function.hpp"

namespace limbsmith::bench {

class Feedback {
  public:
    explicit Feedback(const HeaderFunction& function);

    // C++ statements on uint32_t x[] (operands) and r[] (results), before and after a call.
    std::string before() const;
    std::string after() const;
    // Calls in one turn of the loop: two if results take the places of operands, so that the exchange costs
    // no moves; one if moves are few beside a long call.
    int calls_a_turn() const;

    // The same on the host.
    void prepare(std::vector<uint32_t>& x) const;
    void apply(std::vector<uint32_t>& x, const std::vector<uint32_t>& r) const;

  private:
    enum class Kind {
        product,   // a = low words, odd; b = high words, top bits flipped; without b, a = their xor
        exchange,  // b = a, a = r
        replace,   // a = r
        mix,       // a = a ^ all words of r, in its lowest word
    };

    Kind kind_;
    int words_ = 0, result_words_ = 0;  // of a; of the first result
    bool is_many_products_ = false;
    int a_ = 0, b_ = -1;          // indices of their first words
    uint32_t mask_ = UINT32_MAX;  // mask for the top word of operands
    std::vector<int> copies_;     // operands that are set to b: the second factors of a sum of products
};

}  // namespace limbsmith::bench
