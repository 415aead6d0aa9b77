// Words that a computation of one lane has for itself while it runs.
//
// They are interleaved: neighbouring threads have neighbouring words, so that a warp that uses word i of each reads one
// piece of memory. Where threads use words of different indices, they are apart.
#pragma once

#include "algorithm/pool/group.hpp"

namespace limbsmith::algorithm::pool {

class Scratch {
  public:
    // Parameters: scratch, stride, which is the number of threads.
    explicit Scratch(Group& group)
        : words_(group.builder.global_table("scratch")),
          stride_(group.builder.input(ir::word_named("stride"))),
          own_(group.number()) {}
    ir::Place operator[](const ir::Scalar& i) const { return words_[i * stride_ + own_]; }

  private:
    ir::Place words_, stride_, own_;
};

}  // namespace limbsmith::algorithm::pool
