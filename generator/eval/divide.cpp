// Division by a whole number: the loop of templates/header.cuh.j2, with the parts of algorithm/division.hpp.
#include <algorithm>

#include "eval/loop.hpp"

namespace limbsmith::eval {

std::vector<Numbers> divrem(Functions& call, const std::vector<Numbers>& operands) {
    const Numbers &a = operands[0], &b = operands[1];
    const std::vector<Numbers> divisor = call("divisor", {&b});
    const Numbers &d = divisor[0], &count = divisor[1], &v = divisor[2];
    const Numbers minus_d = call("neg", {&d})[0];
    std::vector<Numbers> dividend = call("dividend", {&a, &count});
    Numbers &r = dividend[0], &low = dividend[1], q(a.count, a.words_each());

    // in lockstep, like the threads of a warp: lanes with a shorter quotient wait
    const uint32_t most = *std::ranges::max_element(count.word(0)) / 32;
    for (uint32_t i = 0; i <= most; ++i) {
        const std::vector<Numbers> step = call("quotient_limb", {&r, &low, &d, &minus_d, &v});
        for (size_t k = 0; k < a.count; ++k) {
            if (i > count.word(0)[k] / 32) continue;
            for (size_t w = q.words_each() - 1; w > 0; --w) q.word(w)[k] = q.word(w - 1)[k];
            q.word(0)[k] = step[1].word(0)[k];
            for (size_t w = 0; w < r.words_each(); ++w) r.word(w)[k] = step[0].word(w)[k];
            low.word(0)[k] = 0;
        }
    }
    const Numbers by_zero = call("is_zero", {&b})[0];
    const Numbers shifted = call("shr", {&r, &count})[0];
    for (size_t w = 0; w < q.words_each(); ++w) {
        for (size_t k = 0; k < a.count; ++k) q.word(w)[k] |= 0u - by_zero.word(0)[k];
    }
    return {q, call("select", {&by_zero, &a, &shifted})[0]};
}

}  // namespace limbsmith::eval
