#include "induction/routine.hpp"

#include <optional>

#include "induction/path.hpp"

namespace limbsmith::induction {

RoutineVerdict prove(const ir::Routine& routine, const ir::Library& library) {
    RoutineVerdict verdict{false, {}, {}};
    if (routine.lanes != 1) return {false, "a routine of several lanes", {}};
    Decisions decisions;
    try {
        do {
            std::optional<Path> path;
            try {
                path.emplace(routine, library, decisions);
                path->run();
            } catch (const PathEnd&) {
            }
            if (path) verdict.theorems.merge(path->theorems());
        } while (decisions.advance());
        verdict.is_proved = true;
    } catch (const Unproved& unproved) {
        verdict.reason = unproved.what();
    } catch (const std::domain_error& strange) {
        verdict.reason = strange.what();
    }
    return verdict;
}

}  // namespace limbsmith::induction
