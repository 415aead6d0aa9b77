// Words of a routine over lanes as one lane computes them, with their known values put in.
#pragma once

#include <functional>
#include <optional>

#include "ir/routine.hpp"

namespace limbsmith::proved_form {

// The value that is read at a place in the lane: a constant, or a place of the routine of one thread.
using ReadInLane = std::function<ir::Scalar(const ir::Place&)>;

// The word of that lane. It is a constant if it follows from constants.
ir::Scalar in_lane(const ir::Scalar& scalar, int lane, const ReadInLane& read);

// Whether both are made in the same way from the same words.
bool are_same(const ir::Scalar& x, const ir::Scalar& y);
bool is(const ir::Scalar& scalar, uint32_t number);

// The word as it is for these words.
ir::Scalar folded(ir::Scalar::Kind kind, const ir::Scalar& x, const ir::Scalar& y);

}  // namespace limbsmith::proved_form
