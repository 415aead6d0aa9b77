#include "algorithm/ntt/tables.hpp"

#include <bit>

#include "spec/ntt_primes.hpp"

namespace limbsmith::algorithm::ntt {
namespace {

// A root of order 4 belongs to block 1: its halves are those modulo x - i and x + i.
constexpr int factor_bits = ntt_order_bits - 1;

uint32_t reversed(uint32_t b) {
    uint32_t made = 0;
    for (int i = 0; i < factor_bits; ++i) made |= (b >> i & 1) << (factor_bits - 1 - i);
    return made;
}

uint32_t factor(const NttPrime& prime, uint32_t block) { return prime.power(prime.root, reversed(block)); }

uint32_t minus_inverse(const NttPrime& prime, uint32_t block) {
    return prime.p - prime.inverse(factor(prime, block));
}

// The block with as many bits, of which all but the first are others.
uint32_t mirror(uint32_t block) { return (3u << (std::bit_width(block) - 1)) - 1 - block; }

void append(std::vector<uint32_t>& words, const NttPrime& prime, uint32_t w) {
    words.push_back(w);
    words.push_back(prime.shoup(w));
}

std::vector<uint32_t> by_block(int count, uint32_t (*value)(const NttPrime&, uint32_t)) {
    std::vector<uint32_t> words;
    for (const NttPrime& prime : ntt_primes())
        for (int b = 0; b < count; ++b) append(words, prime, value(prime, static_cast<uint32_t>(b)));
    return words;
}

}  // namespace

std::vector<uint32_t> columns_table(int columns) {
    std::vector<uint32_t> words;
    for (const NttPrime& prime : ntt_primes()) {
        for (uint32_t pair = 0; pair < pairs_of_column; ++pair) {
            for (int column = 0; column <= columns; ++column) {
                for (const uint32_t entry : {2 * pair, 2 * pair + 1}) {
                    const int level = std::bit_width(entry | 1) - 1;  // entry 0 is never read
                    const uint32_t first = entry == 0 ? 0 : uint32_t{1} << level, j = entry - first;
                    append(words, prime,
                           column == columns ? minus_inverse(prime, first == 0 ? 0 : first - 1 - j)
                                             : factor(prime, (static_cast<uint32_t>(column) << level) + j));
                }
            }
        }
    }
    return words;
}

std::vector<uint32_t> companions_table(int columns) {
    const std::vector<uint32_t> all = columns_table(columns);
    const int pitch = columns + padding_of_columns;
    std::vector<uint32_t> words(static_cast<size_t>(ntt_prime_count * quads_of_column * pitch * 4));
    for (int k = 0; k < ntt_prime_count; ++k) {
        for (int entry = 1; entry < words_of_lane; ++entry) {
            for (int column = 0; column <= columns; ++column) {
                const int from =
                    ((k * pairs_of_column + entry / 2) * (columns + 1) + column) * 4 + entry % 2 * 2 + 1;
                const int to = ((k * quads_of_column + entry / 4) * pitch + column) * 4 + entry % 4;
                words[static_cast<size_t>(to)] = all[static_cast<size_t>(from)];
            }
        }
    }
    return words;
}

std::vector<uint32_t> factors_table(int count) { return by_block(count, factor); }
std::vector<uint32_t> inverse_factors_table(int count) { return by_block(count, minus_inverse); }

std::vector<uint32_t> mirrors_table(int count, int columns) {
    std::vector<uint32_t> words{static_cast<uint32_t>(columns)};
    for (int b = 1; b < count; ++b) words.push_back(mirror(static_cast<uint32_t>(b)));
    return words;
}

std::vector<uint32_t> primes_table() {
    std::vector<uint32_t> words;
    for (const NttPrime& it : ntt_primes())
        for (const uint32_t word : {it.p, it.minus(1), it.minus(2), it.minus(4), it.multiple(2), it.n0inv()})
            words.push_back(word);
    return words;
}

}  // namespace limbsmith::algorithm::ntt
