// Numbers of any length at the place of a session.
#include "limbsmith/grid.hpp"
#include "limbsmith/pool.hpp"
#include "limbsmith/session.hpp"

namespace limbsmith {

pool::Pool Session::pool() const { return limbsmith::pool::Pool(where()); }
grid::Arithmetic Session::grid() const {
    return limbsmith::grid::Arithmetic(limbsmith::grid::machine_at(where()));
}

}  // namespace limbsmith
