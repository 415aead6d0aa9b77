// Loops on all cores of the host.
#pragma once

#include <functional>

#include "limbsmith/layout.hpp"

namespace limbsmith {

// Calls work(first, last) for ranges that make up [0, count), on all cores at a time; returns when all is
// done. Errors: the first exception of `work`; ranges not begun by then are left out.
void on_all_cores(index64 count, const std::function<void(index64 first, index64 last)>& work);

}  // namespace limbsmith
