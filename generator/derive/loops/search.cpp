#include "derive/loops/search.hpp"

#include <algorithm>

#include "derive/loops/lanes/prover.hpp"
#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {
namespace {

// Whether it has values of lanes: it takes numbers apart into those, or puts them together (proved_form/one_thread), or
// calls a routine that does.
bool is_over_lanes(const check::Callees& callees) {
    return std::ranges::any_of(callees, [](const auto& it) {
        return it.first.starts_with("split") || it.first.starts_with("join") ||
               it.first.starts_with("ballot") || it.first == "montgomery_product" ||
               it.first == "montgomery_square";
    });
}

template <class Own>
check::RoutineDerivation found(const ir::Routine& routine, int word_bits, const check::Callees& callees,
                               size_t work) {
    Own prover(work);
    check::Variables variables;
    check::Walk(routine, word_bits, callees, prover, variables).run();
    return {routine, word_bits, std::move(prover.legs), lemmas()};
}

}  // namespace

check::RoutineDerivation derivation_of(const ir::Routine& routine, int word_bits,
                                       const check::Callees& callees, size_t work) {
    if (is_over_lanes(callees)) return found<lanes::Prover>(routine, word_bits, callees, work);
    return found<Prover>(routine, word_bits, callees, work);
}

}  // namespace limbsmith::derive::loops
