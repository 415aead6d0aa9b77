// Identifies this limbsmith: another one may generate other code.
#pragma once

#include <string>

namespace limbsmith::session {

// The version, and a digest of the generator's library.
std::string build();

}  // namespace limbsmith::session
