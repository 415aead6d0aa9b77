// Numbers that are in several places, read in the order of their slots.
#pragma once

#include <functional>

#include "limbsmith/pool/words.hpp"
#include "limbsmith/span.hpp"

namespace limbsmith::pool {

// `place_of`: of a slot, below `places`. `read`: the numbers of slots that are all in one place; for different places it is called at the
// same time.
Words read_places(span<const uint32_t> slots, size_t places, const std::function<size_t(uint32_t)>& place_of,
                  const std::function<Words(size_t, span<const uint32_t>)>& read);

}  // namespace limbsmith::pool
