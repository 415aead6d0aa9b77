#include "proof/obligation.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

Verdict prove(const ir::Program& program) {
    Prover prover(program);
    Obligation obligation(program, prover);
    obligation.assume();
    if (auto reason = prover.run()) return {false, *reason};
    if (auto reason = obligation.check()) return {false, *reason};
    return {true, {}};
}

}  // namespace limbsmith::proof
