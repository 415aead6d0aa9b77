// The portable C++ of a header, compiled by the host's compiler: $CXX, or c++.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "subject.hpp"

namespace limbsmith::bench {

// The first line of the compiler's version text; empty if there is no compiler.
std::string host_compiler();

struct PortableCode {
    // Computes numbers first to last - 1 of limb-major arrays of `numbers` numbers each.
    using Run = void(uint32_t* out, uint32_t* in, unsigned long long first, unsigned long long last,
                     unsigned long long numbers);

    std::shared_ptr<void> library;
    Run* run = nullptr;
    std::string error;  // the reason, if there is no code
};

// Compiles with optimisation for this machine. Thread-safe.
PortableCode compile_portable(const Subject& subject);

}  // namespace limbsmith::bench
