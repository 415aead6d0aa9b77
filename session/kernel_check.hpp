// The self-check of a session's kernel: before its first use it is compared with the contract of the operation.
#pragma once

#include <string>

#include "session/kernel.hpp"

namespace limbsmith::session {

// Runs the kernel on edges and random numbers, and evaluates the contract by GMP. The first difference as text; empty if
// there is none.
std::string difference(const Kernel& kernel, const Spec& spec, const std::string& operation,
                       const Places& places, const runtime::Device& device);

}  // namespace limbsmith::session
