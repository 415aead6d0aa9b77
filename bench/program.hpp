// The end of a measuring program: errors are said on stderr.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "limbsmith/error.hpp"

namespace limbsmith::bench {

// Does the work, and returns the exit code of the program: 3 without a GPU, 1 after another error.
template <class Work>
int exit_code(const char* program, const Work& work) {
    try {
        work();
    } catch (const runtime::NoDevice& none) {
        fmt::print(stderr, "{}: {}\n", program, none.what());
        return 3;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", program, error.what());
        return 1;
    }
    return 0;
}

}  // namespace limbsmith::bench
