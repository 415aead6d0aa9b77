// Reads the sources of `generate --kernels` back, and compares them with the text for the specification of their header.
//
// Promises: those of header.hpp. The public headers within a source are those of this limbsmith.
#pragma once

#include <string>

#include "read/header.hpp"
#include "spec/kernels.hpp"

namespace limbsmith::read {

// The source around a header that it includes as `header`. The functions found are its operations. Throws Difference,
// Unreadable.
Found read_kernels(const std::string& text, const Proved& proved, const std::string& header, Kernels kind);

// The kernel of a call in a session (emit/call_kernel.hpp). requires: the header has the operation.
Found read_call_kernel(const std::string& text, const Proved& proved, const std::string& header,
                       const KernelCall& call);

}  // namespace limbsmith::read
