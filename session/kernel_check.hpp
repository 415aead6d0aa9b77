// The self-check of a session's kernel: brings cases to the places that it was compiled for.
#pragma once

#include <string>

#include "emit/call_kernel.hpp"
#include "session/kernel.hpp"

namespace limbsmith::session {

// The meaning that a batch of the operation is compared with; its requirements are those of a batch, whose numbers over lanes are
// residues.
ir::Program checked_meaning(const Spec& spec, const std::string& operation,
                            const emit::CallSignature& signature);

// As the difference of a batch (self_check.hpp), of one number each where a number stands for all.
std::string difference(const Kernel& kernel, const Spec& spec, const std::string& operation,
                       const Places& places, const runtime::Device& device);

}  // namespace limbsmith::session
