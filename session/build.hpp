// Identifies this limbsmith: what it generates may differ from what another one did.
#pragma once

#include <string>

namespace limbsmith::session {

// The version, and a digest of the generator's library.
std::string build();

}  // namespace limbsmith::session
