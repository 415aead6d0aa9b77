#include "rounds.hpp"

namespace batch_gcd {

std::vector<Number> multiply_by_others(Steps& steps, const std::vector<Number>& products,
                                       std::vector<Number> values, Residues& residues, Phases& phases) {
    Pool& pool = steps.pool;
    const size_t groups = products.size(), full_pairs = groups / 2, count = (groups + 1) / 2;
    // the products of two neighbours each; the last group may be alone
    std::vector<Number> pairs;
    for (size_t i = 0; i < full_pairs; ++i) pairs.push_back(pool.mul(products[2 * i], products[2 * i + 1]));
    if (full_pairs < count) pairs.push_back(products.back());

    const auto multiply = [&](size_t k, Number factor) {
        const Number product = pool.mul(values[k], factor);
        steps.free(values[k]);
        values[k] = residues.residue(product, k);
        steps.free(product);
    };
    for (size_t k = 0; k < 2 * full_pairs; ++k) multiply(k, products[k ^ 1]);
    steps.submit(phases.part(0, count));
    for (size_t round = 1; round < count; ++round) {
        for (size_t k = 0; k < groups; ++k) {
            const Number factor = residues.residue(pairs[(k / 2 + round) % count], k);
            multiply(k, factor);
            steps.free(factor);
        }
        steps.submit(phases.part(round, count));
    }
    for (size_t i = 0; i < full_pairs; ++i) steps.free(pairs[i]);
    return values;
}

}  // namespace batch_gcd
