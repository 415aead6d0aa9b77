// Words of a machine that are there for the next use as well.
#pragma once

#include "limbsmith/grid/machine.hpp"

namespace limbsmith::pool {

class KeptArray {
  public:
    // Returns at least so many words, whose values are unspecified. Errors: runtime::OutOfMemory; then there
    // are none.
    uint32_t* need(grid::Machine& machine, size_t words) {
        if (words > words_) {
            *this = {};
            memory_ = machine.allocate(words + words / 2);
            words_ = words + words / 2;
        }
        return get();
    }
    uint32_t* get() const { return memory_.get(); }
    size_t words() const { return words_; }

  private:
    grid::Memory memory_{};
    size_t words_ = 0;
};

}  // namespace limbsmith::pool
