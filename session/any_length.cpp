// Numbers of any length at the place of a session.
#include "limbsmith/grid.hpp"
#include "limbsmith/pool.hpp"
#include "limbsmith/session.hpp"
#include "session/state.hpp"

namespace limbsmith {

place Session::computing() const {
    return state_->device || state_->gpus.empty() ? where() : limbsmith::place::all;
}

pool::Pool Session::pool() const { return limbsmith::pool::Pool(computing()); }
grid::Arithmetic Session::grid() const {
    if (computing() == limbsmith::place::all)
        throw Unsupported(
            "grid: one number is not supported on all GPUs together; the nearest is pool(), which shares "
            "numbers of that length among them");
    return limbsmith::grid::Arithmetic(limbsmith::grid::machine_at(where()));
}

}  // namespace limbsmith
