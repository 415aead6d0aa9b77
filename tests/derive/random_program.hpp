// Random small programs and claims: combinations of carries, masks, shifts and signs, and relations that may
// look true of them.
#pragma once

#include <random>
#include <vector>

#include "ir/program.hpp"
#include "support/trace.hpp"

namespace limbsmith::test {

class Chance {
  public:
    explicit Chance(uint64_t seed) : engine_(seed) {}

    uint64_t below(uint64_t count) { return engine_() % count; }
    bool once_in(uint64_t count) { return below(count) == 0; }
    template <class List>
    const auto& of(const List& list) {
        return *(std::begin(list) + static_cast<std::ptrdiff_t>(below(std::size(list))));
    }
    // A word, usually close to 0, to 2^31 or to a power of two, or with random bits.
    uint32_t word();

  private:
    std::mt19937_64 engine_;
};

// A few instructions on a few inputs, some of them bounded. The contract says nothing of the output r.
ir::Program random_program(Chance& chance);

// Input words that the contract of a random program allows.
std::vector<uint32_t> random_inputs(const ir::Program& program, Chance& chance);

// A claim about words of the program. A limit in it is that of the traces, or one too small.
ir::Claim random_claim(const ir::Program& program, const std::vector<Trace>& traces, Chance& chance);

}  // namespace limbsmith::test
