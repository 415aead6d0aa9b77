// The portable C++ of a header, compiled by the host's compiler: $CXX, or c++.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "subject.hpp"

namespace limbsmith::bench {

// The first line that the compiler says of itself; empty where there is none.
std::string host_compiler();

struct PortableCode {
    // Computes numbers [first, last) of limb-major arrays of `numbers` each.
    using Run = void(uint32_t* out, uint32_t* in, unsigned long long first, unsigned long long last,
                     unsigned long long numbers);

    std::shared_ptr<void> library;
    Run* run = nullptr;
    std::string error;  // why there is no code
};

// Optimised for this machine. Safe from any thread.
PortableCode compile_portable(const Subject& subject);

}  // namespace limbsmith::bench
