// The inverse by divsteps: the loop that algorithm/inverse.hpp describes and templates/field.cuh.j2 prints.
#include <algorithm>

#include "eval/loop.hpp"

namespace limbsmith::eval {
namespace {

// Word `i` of all numbers, as numbers of one word.
Numbers word_of(const Numbers& numbers, size_t i) {
    Numbers word(numbers.count, 1);
    std::ranges::copy(numbers.word(i), word.words.begin());
    return word;
}

}  // namespace

std::vector<Numbers> inverse(Functions& call, const Numbers& a, int batches) {
    std::vector<Numbers> state = call("divsteps_start", {&a});
    Numbers &f = state[0], &g = state[1], &d = state[2], &e = state[3], eta(a.count, 1);
    std::ranges::fill(eta.words, UINT32_MAX);
    for (int i = 0; i < batches; ++i) {
        const Numbers low_f = word_of(f, 0), low_g = word_of(g, 0);
        const std::vector<Numbers> matrix = call("divsteps_matrix", {&eta, &low_f, &low_g});
        const Numbers &u = matrix[0], &v = matrix[1], &q = matrix[2], &r = matrix[3];
        const auto both_rows = [&](const char* row, Numbers& x, Numbers& y) {
            Numbers first = call(row, {&x, &y, &u, &v})[0];
            y = call(row, {&x, &y, &q, &r})[0];
            x = std::move(first);
        };
        both_rows("divsteps_row", f, g);
        both_rows("divsteps_row_mod", d, e);
        eta = matrix[4];
    }
    return call("divsteps_finish", {&f, &d, &a});
}

}  // namespace limbsmith::eval
