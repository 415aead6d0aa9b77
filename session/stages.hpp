// Chunks of work that pass through stages. Each stage has a thread, so that all stages work at the same time, on different
// chunks; the stages between the filling and the last one may have several, one for each of several GPUs.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace limbsmith::session {

// Works on the chunk in a slot.
using Stage = std::function<void(size_t slot)>;

// `fill` makes the next chunk in a slot, or returns false after the last one; then each stage has the chunk. Slots come in turn,
// and each is filled again when the last stage has left it; with one slot the calling thread does all. With `lines` > 1 the
// chunks in slots k, k + lines, ... are those of line k: each stage but the last works on a chunk of each line at the same time.
// requires: slots is 1, or a multiple of lines.
// ensures: the last stage, and each stage of a line, has its chunks in their order. It looks as if one chunk came after the other:
// if work on some chunks fails, the exception of the first of these is thrown, and the last stage has had all chunks before it and
// none after it.
void in_stages(size_t slots, const std::function<bool(size_t slot)>& fill, const std::vector<Stage>& stages,
               size_t lines = 1);

}  // namespace limbsmith::session
