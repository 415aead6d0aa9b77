#include "routines/search.hpp"

#include "routines/lemmas.hpp"
#include "routines/prover.hpp"

namespace limbsmith::routines {

check::RoutineDerivation derivation_of(const ir::Routine& routine, int word_bits,
                                       const check::Callees& callees, size_t work) {
    Prover prover(work);
    check::Walk(routine, word_bits, callees, prover).run();
    return {routine, word_bits, std::move(prover.legs), lemmas()};
}

}  // namespace limbsmith::routines
