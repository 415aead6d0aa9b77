// Reads headers of functions over several threads a number, as header.hpp reads those of one thread.
#pragma once

#include "read/header.hpp"

namespace limbsmith::read {

Found read_lanes(Cursor cursor, const Proved& proved, catalogue::KnownResults& known);

}  // namespace limbsmith::read
