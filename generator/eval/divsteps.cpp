// The loops of divsteps, as algorithm/inverse.hpp and algorithm/gcd.hpp describe them and the templates print
// them.
#include "spec/divsteps.hpp"

#include <algorithm>

#include "eval/loop.hpp"

namespace limbsmith::eval {
namespace {

// Word i of all numbers, as one-word numbers.
Numbers word_of(const Numbers& numbers, size_t i) {
    Numbers word(numbers.count, 1);
    std::ranges::copy(numbers.word(i), word.words.begin());
    return word;
}

// Successive batches of divsteps on f and g.
class Batches {
  public:
    Batches(Functions& call, Numbers& f, Numbers& g) : call_(call), f_(f), g_(g), eta_(f.count, 1) {
        std::ranges::fill(eta_.words, UINT32_MAX);
    }

    // Computes the matrix of the next batch and applies it to (f, g).
    void next() {
        const Numbers low_f = word_of(f_, 0), low_g = word_of(g_, 0);
        matrix_ = call_("divsteps_matrix", {&eta_, &low_f, &low_g});
        eta_ = matrix_[4];
        apply("divsteps_row", f_, g_);
    }

    // Applies the matrix of this batch to (x, y).
    void apply(const char* row, Numbers& x, Numbers& y) {
        Numbers first = call_(row, {&x, &y, &matrix_[0], &matrix_[1]})[0];
        y = call_(row, {&x, &y, &matrix_[2], &matrix_[3]})[0];
        x = std::move(first);
    }

  private:
    Functions& call_;
    Numbers &f_, &g_;
    Numbers eta_;
    std::vector<Numbers> matrix_;
};

}  // namespace

std::vector<Numbers> inverse(Functions& call, const Numbers& a, int count) {
    std::vector<Numbers> state = call("divsteps_start", {&a});
    Numbers &f = state[0], &g = state[1], &d = state[2], &e = state[3];
    Batches batches(call, f, g);
    for (int i = 0; i < count; ++i) {
        batches.next();
        batches.apply("divsteps_row_mod", d, e);
    }
    return call("divsteps_finish", {&f, &d, &a});
}

std::vector<Numbers> gcd(Functions& call, const std::vector<Numbers>& operands) {
    const Numbers &a = operands[0], &b = operands[1];
    const Numbers twos = call("common_twos", {&a, &b})[0];
    const Numbers x = call("shr", {&a, &twos})[0], y = call("shr", {&b, &twos})[0];
    std::vector<Numbers> state = call("gcd_start", {&x, &y});
    Batches batches(call, state[0], state[1]);
    const Width width{limb_bits * static_cast<int>(a.words_each())};
    for (int i = 0; i < gcd_batches(width); ++i) batches.next();
    const Numbers odd_part = call("gcd_finish", {&state[0]})[0];
    return call("shl", {&odd_part, &twos});
}

}  // namespace limbsmith::eval
