#include "proof/proof.hpp"

namespace limbsmith::proof {

Verdict prove(const ir::Program&) { return {false, "the prover is being written"}; }

}  // namespace limbsmith::proof
