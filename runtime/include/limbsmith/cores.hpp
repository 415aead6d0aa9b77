// Loops on all cores of the host.
#pragma once

#include <functional>

#include "limbsmith/layout.hpp"

#pragma GCC visibility push(default)

namespace limbsmith {

// Calls work(first, last) for ranges that together make up [0, count), on all cores; returns when all are
// done.
// Errors: the first exception of `work`; ranges that have not started by then are skipped.
void on_all_cores(index64 count, const std::function<void(index64 first, index64 last)>& work);

}  // namespace limbsmith

#pragma GCC visibility pop
