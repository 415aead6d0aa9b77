// Numbers of any length at the place of a session.
#include "limbsmith/grid.hpp"
#include "limbsmith/pool.hpp"
#include "limbsmith/session.hpp"
#include "session/state.hpp"

namespace limbsmith {

place Session::place_of_any_length() const {
    if (!state_->device && !state_->gpus.empty())
        throw Unsupported(
            "numbers of any length are not supported on all GPUs together; the nearest is a session for each "
            "GPU");
    return where();
}

pool::Pool Session::pool() const { return limbsmith::pool::Pool(place_of_any_length()); }
grid::Arithmetic Session::grid() const {
    return limbsmith::grid::Arithmetic(limbsmith::grid::machine_at(place_of_any_length()));
}

}  // namespace limbsmith
