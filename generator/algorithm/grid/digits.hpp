// Digits of a product from residues modulo the primes, and the 32 words that those of 32 lanes make.
#pragma once

#include "algorithm/grid/kernel.hpp"
#include "algorithm/ntt/garner.hpp"

namespace limbsmith::algorithm::grid {

class Digits {
  public:
    // requires: a transform of 2^size_bits words, whose residues have passed all levels of the inverse.
    Digits(Kernel& kernel, const ir::Place& size_bits);

    // The digits of the 32 lanes as 32 words, and the rest above them, which lane 31 has.
    struct Chunk {
        ir::Place digit, over0, over1;
    };
    // Takes the residues of the lane's digit, whose words are overwritten. Exchanges: all lanes take part. `over` leaves
    // out the digit.
    enum class Wanted : uint8_t { all, over };
    Chunk chunk(const std::array<ir::Place, ntt_prime_count>& residues, Wanted wanted = Wanted::all) const;

  private:
    Kernel& kernel_;
    ntt::Garner garner_;
    std::vector<ntt::Garner::Scale> scales_;
};

}  // namespace limbsmith::algorithm::grid
