// Routines of a file, line by line.
#pragma once

#include "proof_text/values.hpp"

namespace limbsmith::proof_text {

class RoutineReader {
  public:
    // Throws Unreadable.
    void read(const Json& line);
    // The derivation, after its last line.
    RoutineDerivation finish();

  private:
    int stage_ = -1;  // of the last line
    RoutineDerivation result_;
};

}  // namespace limbsmith::proof_text
