// The seed of random test values: $LIMBSMITH_TEST_SEED, or a fixed one.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace limbsmith::test {

inline uint64_t test_seed() {
    const char* chosen = std::getenv("LIMBSMITH_TEST_SEED");
    return chosen ? std::strtoull(chosen, nullptr, 0) : 20261120;
}

}  // namespace limbsmith::test
