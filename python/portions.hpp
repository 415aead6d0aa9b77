// Long work on the host by portions, between which Python handles signals, so that KeyboardInterrupt ends it.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>

#include "limbsmith/layout.hpp"

namespace limbsmith::python {

constexpr index64 least_portion = 64;

// Throws nanobind::python_error after an interrupt. requires: other threads of Python may run.
inline void handle_signals() {
    const nanobind::gil_scoped_acquire python;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Calls work(first, count) for portions that together make up [0, size), of a tenth of a second or so. requires: other threads of
// Python may run. Throws as handle_signals(); portions that have not started by then are skipped.
template <class Work>
void by_portions(index64 size, const Work& work) {
    constexpr std::chrono::milliseconds wanted{100};
    index64 step = least_portion;
    for (index64 first = 0; first < size;) {
        const index64 count = std::min(step, size - first);
        const auto start = std::chrono::steady_clock::now();
        work(first, count);
        first += count;
        if (std::chrono::steady_clock::now() - start < wanted / 4) step *= 4;
        handle_signals();
    }
}

}  // namespace limbsmith::python
