#include "proof/budget.hpp"

namespace limbsmith::proof {

constinit thread_local uint64_t Budget::left_ = Budget::unlimited;

Budget::Budget(uint64_t steps) : is_outermost_(left_ == unlimited) {
    if (is_outermost_) left_ = steps;
    steps_at_first_ = left_;
}

Budget::~Budget() {
    if (is_outermost_) left_ = unlimited;
}

void Budget::exceed() {
    left_ = 0;
    throw Exceeded();
}

}  // namespace limbsmith::proof
