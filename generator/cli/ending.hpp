// How the program ends when memory is used up, or by a signal: with a word, and without temporary files.
#pragma once

namespace limbsmith::cli {

// From now on: memory of C++ or GMP that cannot be had ends the program with `out of memory` and exit code 1, from any
// thread; a signal that ends it first removes the temporary files; and a write to a closed pipe or beyond the limit of a
// file fails as other writes do, instead of ending the program without a word.
void end_in_order();

}  // namespace limbsmith::cli
