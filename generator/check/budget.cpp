#include "check/budget.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace limbsmith::check {
namespace {

constexpr uint64_t slice = 1 << 20;

// The memory of the process, in bytes; 0 where the system does not say.
uint64_t memory_in_use() {
    uint64_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

Budget::Budget(uint64_t work, uint64_t memory) {
    slice_ = 0;
    left_ = work;
    memory_ = memory_in_use() + memory;
}

Budget::~Budget() {
    slice_ = UINT64_MAX;
    left_ = 0;
}

void Budget::take_slice(uint64_t work) {
    left_ += slice_;
    slice_ = 0;
    if (work > left_) throw TooMuch("it takes too much work");
    if (memory_in_use() > memory_) throw TooMuch("it takes too much memory");
    slice_ = std::min(left_, std::max(work, slice));
    left_ -= slice_;
}

}  // namespace limbsmith::check
