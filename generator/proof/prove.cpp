#include "proof/divsteps.hpp"
#include "proof/obligation.hpp"
#include "proof/proof.hpp"
#include "proof/rows.hpp"

namespace limbsmith::proof {

Verdict prove(const ir::Program& program) {
    if (is_divsteps(program)) return prove_divsteps(program);
    if (is_row(program)) return prove_row(program);
    Prover prover(program);
    Obligation obligation(program, prover);
    obligation.assume();
    if (auto reason = prover.run()) return {false, *reason};
    if (auto reason = obligation.check()) return {false, *reason};
    return {true, {}};
}

}  // namespace limbsmith::proof
