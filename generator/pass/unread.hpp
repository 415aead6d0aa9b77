// Words that a routine computes and does not use.
#pragma once

#include "ir/routine.hpp"

namespace limbsmith::pass {

// Without assignments to local words that nothing reads, and without statements that only those need.
ir::Routine without_unread(ir::Routine routine);

}  // namespace limbsmith::pass
