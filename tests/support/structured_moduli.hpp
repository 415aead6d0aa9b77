// Moduli of the class that compilers got wrong: limbs of 0, 1, 2^k, 2^32 - 2^k and 2^32 - 1, for which
// products become shifts and negations, and N = 1 or -1 modulo 2^32.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <vector>

namespace limbsmith::test {

// `count` distinct odd moduli of 33 to `max_bits` bits, the same for the same seed. The lowest limb is in
// turn 1, 2^32 - 1, 2^k + 1, and any odd number. requires: max_bits >= 64.
std::vector<mpz_class> structured_moduli(size_t count, int max_bits, uint64_t seed);

// `count` random odd moduli of the same sizes.
std::vector<mpz_class> random_moduli(size_t count, int max_bits, uint64_t seed);

}  // namespace limbsmith::test
