#include "hits.hpp"

#include <algorithm>
#include <iterator>

namespace batch_gcd {

void add_hits(std::vector<Hit>& hits, std::span<const mpz_class> moduli, Range range,
              const mpz_class& others) {
    for (size_t k = range.first; k < range.last; ++k) {
        mpz_class divisor = others % moduli[k];
        mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), moduli[k].get_mpz_t());
        if (divisor != 1) hits.push_back({k, divisor});
    }
}

std::vector<Hit> ascending(std::vector<std::vector<Hit>> lists) {
    std::vector<Hit> all;
    for (std::vector<Hit>& list : lists) std::ranges::move(list, std::back_inserter(all));
    std::ranges::sort(all, {}, &Hit::modulus);
    return all;
}

}  // namespace batch_gcd
