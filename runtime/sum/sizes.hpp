// Arrays that belong together have one size.
#pragma once

#include <cstddef>
#include <string>

#include "limbsmith/error.hpp"

namespace limbsmith::sum {

inline void require_equal_sizes(const char* function, std::size_t x, std::size_t y) {
    if (x != y)
        throw runtime::InputError(std::string(function) + ": " + std::to_string(x) + " numbers and " +
                                  std::to_string(y));
}

}  // namespace limbsmith::sum
