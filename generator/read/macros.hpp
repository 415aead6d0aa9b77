// Reads headers of macros (--style macro), as header.hpp reads those of functions.
#pragma once

#include "read/header.hpp"

namespace limbsmith::read {

// The tokens of such a header as those of functions have them: comments outside macros as comments to the end of the line,
// LIMBSMITH_CAST(type, x) as type(x); notes are those within macros. Throws Difference where a type is called without it, which
// is not C.
Tokens without_casts(const std::vector<Token>& tokens);

// requires: the tokens are without casts.
Found read_macros(Cursor cursor, const Proved& proved);

}  // namespace limbsmith::read
