#include "forest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "limbsmith/error.hpp"

namespace batch_gcd {
namespace {

double log2_of(const mpz_class& x) {
    long exponent = 0;
    const double fraction = mpz_get_d_2exp(&exponent, x.get_mpz_t());
    return double(exponent) + std::log2(fraction);
}

}  // namespace

uint64_t group_bits_for(std::span<const mpz_class> moduli, size_t groups) {
    uint64_t bits = 0, longest = 0;
    for (const mpz_class& it : moduli) {
        const uint64_t length = mpz_sizeinbase(it.get_mpz_t(), 2);
        bits += length, longest = std::max(longest, length);
    }
    return bits / groups + longest;
}

Forest::Forest(std::span<const mpz_class> moduli, Limits limits) {
    ends_.push_back(0);
    uint64_t longest = 0;
    for (size_t k = 0; k < moduli.size(); ++k) {
        const uint64_t bits = mpz_sizeinbase(moduli[k].get_mpz_t(), 2);
        if (bits > limits.group_bits)
            throw limbsmith::runtime::InputError(fmt::format(
                "modulus {} has {} bits, more than a group of {} bits", k + 1, bits, limits.group_bits));
        longest = std::max(longest, bits);
        ends_.push_back(ends_.back() + bits);
    }
    // the least capacity that needs no more groups
    const size_t fewest = groups(limits.group_bits).size();
    uint64_t low = longest, high = limits.group_bits;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (groups(middle).size() > fewest)
            low = middle + 1;
        else
            high = middle;
    }
    for (const Range& group : groups(high)) {
        Tree tree{group};
        tree.bits = bits(group);
        while (tree.bits >> tree.depth > limits.leaf_bits && 2 * tree.leaves() <= group.count()) ++tree.depth;
        double log2 = 0;
        for (size_t k = group.first; k < group.last; ++k) log2 += log2_of(moduli[k]);
        // rounding errors of the sum are far below 0.01
        tree.length = std::min(tree.bits, static_cast<uint64_t>(log2 + 0.01) + 1);
        length_ = std::max(length_, tree.length);
        depth_ = std::max(depth_, tree.depth);
        trees_.push_back(tree);
    }
}

std::vector<Range> Forest::groups(uint64_t capacity) const {
    std::vector<Range> found;
    const size_t count = ends_.size() - 1;
    for (size_t first = 0; first < count;) {
        const auto after = std::upper_bound(ends_.begin() + static_cast<ptrdiff_t>(first), ends_.end(),
                                            ends_[first] + capacity);
        found.push_back({first, static_cast<size_t>(after - ends_.begin()) - 1});
        first = found.back().last;
    }
    return found;
}

Range Forest::node(const Tree& tree, unsigned depth, size_t k) {
    const auto [first, last] = tree.moduli;
    const size_t count = last - first;
    return {first + (count * k >> depth), first + (count * (k + 1) >> depth)};
}

}  // namespace batch_gcd
