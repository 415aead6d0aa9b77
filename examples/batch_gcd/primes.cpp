#include "primes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cores.hpp"
#include "limbsmith/error.hpp"

namespace batch_gcd {
namespace {

constexpr uint64_t segment = 1 << 21;  // odd numbers that are sieved together; they fit in a core's cache

// Odd primes p with p^2 <= most.
std::vector<uint32_t> odd_primes_to_root(uint64_t most) {
    auto root = static_cast<uint64_t>(std::sqrt(double(most))) + 1;
    while (root * root > most) --root;
    std::vector<bool> is_composite(root + 1);
    std::vector<uint32_t> primes;
    for (uint64_t p = 3; p <= root; p += 2) {
        if (is_composite[p]) continue;
        primes.push_back(static_cast<uint32_t>(p));
        for (uint64_t k = p * p; k <= root; k += 2 * p) is_composite[k] = true;
    }
    return primes;
}

// The odd primes from `first`, an odd number > 1, to last, in descending order.
std::vector<uint64_t> primes_between(uint64_t first, uint64_t last, const std::vector<uint32_t>& divisors) {
    if (last < first) return {};
    const uint64_t count = (last - first) / 2 + 1;
    std::vector<uint8_t> is_composite(count);
    for (const uint64_t p : divisors) {
        if (p * p > last) break;
        uint64_t multiple = (first + p - 1) / p * p;
        if (multiple % 2 == 0) multiple += p;
        for (uint64_t k = (std::max(multiple, p * p) - first) / 2; k < count; k += p) is_composite[k] = 1;
    }
    std::vector<uint64_t> primes;
    for (uint64_t k = count; k-- > 0;)
        if (!is_composite[k]) primes.push_back(first + 2 * k);
    return primes;
}

}  // namespace

std::vector<uint64_t> primes_below(uint64_t most, uint64_t least, size_t count) {
    const std::vector<uint32_t> divisors = odd_primes_to_root(most);
    least = std::max<uint64_t>(least | 1, 3);
    std::vector<uint64_t> primes;
    primes.reserve(count);
    while (primes.size() < count) {
        if (most < least)
            throw limbsmith::runtime::InputError(fmt::format(
                "there are no {} primes as long as are needed; ask for fewer or longer moduli", count));
        // so many segments that a few primes are missing, if any
        const double numbers = double(count - primes.size()) * std::log(double(most));
        const size_t pieces = std::min<size_t>(static_cast<size_t>(numbers / (2 * segment)) + 1,
                                               (most - least) / (2 * segment) + 1);
        std::vector<std::vector<uint64_t>> found(pieces);
        on_cores(pieces, [&](size_t i) {
            const uint64_t last = most - 2 * segment * i;
            const uint64_t first = last - least < 2 * segment ? least : (last - 2 * segment + 1) | 1;
            found[i] = primes_between(first, last, divisors);
        });
        for (const auto& piece : found) primes.insert(primes.end(), piece.begin(), piece.end());
        most = most - least < 2 * segment * pieces ? 0 : most - 2 * segment * pieces;
    }
    primes.resize(count);
    return primes;
}

}  // namespace batch_gcd
