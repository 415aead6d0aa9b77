// Digits of a product from residues modulo three primes: H. Garner, The residue number system, 1959.
#pragma once

#include <array>

#include "ir/routine_builder.hpp"
#include "spec/ntt_primes.hpp"

namespace limbsmith::algorithm::ntt {

class Garner {
  public:
    // Declares the words of the digit.
    explicit Garner(ir::RoutineBuilder& builder);

    // A factor and its companion, modulo each prime.
    struct Scale {
        ir::Scalar w, ws;
    };
    using Scales = std::array<Scale, ntt_prime_count>;
    // The factors of the residues: 2^32/M, since a product of residues is one of Montgomery and M the length of
    // the transform.
    static Scales scales(uint32_t length);

    // n() = the number below p0·p1·p2 that is scale·r modulo each prime; r < 2p. The residues' words are overwritten.
    void number(const std::array<ir::Place, ntt_prime_count>& r, const Scales& scales) const;
    const std::array<ir::Place, 3>& n() const { return n_; }

  private:
    ir::RoutineBuilder& builder_;
    std::array<ir::Place, 3> n_;
};

}  // namespace limbsmith::algorithm::ntt
