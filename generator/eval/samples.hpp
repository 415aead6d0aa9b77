// Test values: edges that make carries ripple, then random ones, all within the contract.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <random>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::eval {

// The same seed gives the same values on every machine.
class Samples {
  public:
    explicit Samples(uint64_t seed) : engine_(seed) {}

    // Uniformly distributed below `bound`. requires: bound > 0.
    mpz_class uniform(const mpz_class& bound);
    // An edge value below `bound`: 0, 1, bound - 1, all-ones limbs, single bits, runs of ones and their
    // neighbours, short numbers, and numbers of limbs 0, 1, 2^k, 2^32 - 2^k and all ones.
    mpz_class edge(const mpz_class& bound);
    // A random number from 0 to count - 1.
    uint64_t below(uint64_t count) { return engine_() % count; }

    // One value for each input of `program`, within its preconditions; counts are small. With `edges`, about half
    // of them are edges. requires: the bounds of inputs do not depend on each other in a cycle.
    std::vector<mpz_class> inputs(const ir::Program& program, bool edges) {
        return draw(program, edges ? Kind::edges : Kind::uniform);
    }
    // The smallest, or the largest, value of each input.
    std::vector<mpz_class> smallest(const ir::Program& program) { return draw(program, Kind::smallest); }
    std::vector<mpz_class> largest(const ir::Program& program) { return draw(program, Kind::largest); }

  private:
    enum class Kind { uniform, edges, smallest, largest };
    std::vector<mpz_class> draw(const ir::Program& program, Kind kind);
    mpz_class pick(const mpz_class& count, Kind kind);
    mpz_class structured(size_t bits);

    std::mt19937_64 engine_;
};

}  // namespace limbsmith::eval
