// The number of attacks on the prover: $LIMBSMITH_MUTANTS, or the default of the test.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace limbsmith::test {

inline size_t attempts(size_t otherwise) {
    const char* chosen = std::getenv("LIMBSMITH_MUTANTS");
    return chosen ? std::strtoull(chosen, nullptr, 0) : otherwise;
}

}  // namespace limbsmith::test
