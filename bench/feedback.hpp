// How the results of a subject become the operands of the next call, so that every call needs the one before:
// register-resident kernels repeat it, the host does the same to check them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "subject.hpp"

namespace limbsmith::bench {

class Feedback {
  public:
    explicit Feedback(const Subject& subject);

    // Statements of C++ on uint32_t x[] (operands) and r[] (results) before and after a call.
    std::string before() const;
    std::string after() const;
    // Two calls to a turn of the loop where results take the operands' places, so that this costs no moves;
    // one where moves are few beside the products of a call, whose code is long.
    int calls_a_turn() const;

    // The same on the host.
    void prepare(std::vector<uint32_t>& x) const;
    void apply(std::vector<uint32_t>& x, const std::vector<uint32_t>& r) const;

  private:
    enum class Kind {
        product,   // a = low words, odd; b = high words with their top bits flipped; without b both in a, by
                   // xor
        exchange,  // b = a, a = r
        replace,   // a = r
        mix,       // a = a ^ all words of r, in its lowest word
    };

    Kind kind_;
    int words_ = 0, result_words_ = 0;  // of a; of the first result
    bool is_many_products_ = false;
    int a_ = 0, b_ = -1;          // where they begin
    uint32_t mask_ = UINT32_MAX;  // of the top word of operands
    std::vector<int> copies_;     // where operands begin that are to be b: the pairs of a sum of products
};

}  // namespace limbsmith::bench
