// Many primes of one length, by a sieve.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace batch_gcd {

// The `count` largest primes up to `most`, in descending order.
// requires: most < 2^48. Errors: runtime::InputError if some would be below `least`.
std::vector<uint64_t> primes_below(uint64_t most, uint64_t least, size_t count);

}  // namespace batch_gcd
