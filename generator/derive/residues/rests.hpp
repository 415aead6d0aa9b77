// Several residues in one relation.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// In a relation that names several rests modulo a number: those that are the same as another one.
void resolve_rests(Search& search);

}  // namespace limbsmith::derive
