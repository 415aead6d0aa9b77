#include "proof/cases.hpp"
#include "proof/obligation.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

Verdict prove(const ir::Program& program) {
    for (const Equations::Assumptions& assumptions : cases_of(program)) {
        Prover prover(program, assumptions);
        Obligation obligation(program, prover);
        obligation.assume();
        if (auto reason = prover.run()) return {false, *reason};
        if (auto reason = obligation.check()) return {false, *reason};
    }
    return {true, {}};
}

}  // namespace limbsmith::proof
