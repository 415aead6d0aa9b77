// C++ compiled by the host's compiler, $CXX or c++: the portable code of a header, and other sources.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bench/thread/header_function.hpp"
#include "kernel_source.hpp"

namespace limbsmith::bench {

// The first line of the compiler's version text; empty if there is no compiler.
std::string host_compiler();

// A shared library, loaded for as long as it has owners.
struct HostLibrary {
    std::shared_ptr<void> handle;
    std::string error;  // the reason, if there is none

    // The address of a function; null if there is no library, or no such function.
    void* find(const char* name) const;
};

// Compiles with optimisation for this machine. Thread-safe.
HostLibrary compile_for_host(const Source& source);

struct PortableCode {
    // Computes numbers first to last - 1 of limb-major arrays of `numbers` numbers each.
    using Run = void(uint32_t* out, uint32_t* in, unsigned long long first, unsigned long long last,
                     unsigned long long numbers);

    HostLibrary library;
    Run* run = nullptr;
    std::string error;  // the reason, if there is no code
};

// The same as compile_for_host.
PortableCode compile_portable(const HeaderFunction& function);

}  // namespace limbsmith::bench
