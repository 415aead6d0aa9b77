// The straight-line parts of products by matrices of bytes.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::algorithm::tensor {

// digit + 2^32·over = c0 + 2^8·c1 + 2^16·c2 + 2^24·c3, for columns below 2^31; over < 2^24.
ir::Program columns();

}  // namespace limbsmith::algorithm::tensor
