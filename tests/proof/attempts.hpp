// How often an attack on the prover is made: $LIMBSMITH_MUTANTS times, or as often as the test says.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace limbsmith::test {

inline size_t attempts(size_t otherwise) {
    const char* chosen = std::getenv("LIMBSMITH_MUTANTS");
    return chosen ? std::strtoull(chosen, nullptr, 0) : otherwise;
}

}  // namespace limbsmith::test
