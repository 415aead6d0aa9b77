// Whether a test needs a GPU that is not there.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "jit/batch.hpp"

namespace limbsmith::test {

// Says "skipped: " and why, which ctest counts as skipped and not as passed.
inline bool has_no_device() {
    std::string why_not;
    if (runtime::has_device(&why_not)) return false;
    MESSAGE("skipped: " << why_not);
    return true;
}

}  // namespace limbsmith::test
