#include "session/build.hpp"

namespace limbsmith::session {

std::string build() {
    return "limbsmith " LIMBSMITH_VERSION " "
#include "build_digest.inc"
        ;
}

}  // namespace limbsmith::session
