#include "team.hpp"

#include <algorithm>

namespace limbsmith::bench {
namespace {

// About as long as it takes to wake a thread, which waiting threads spare while turns follow each other.
constexpr int looks = 1 << 14;

void wait_for_change(const std::atomic<unsigned>& of, unsigned from) {
    for (int i = 0; i < looks; ++i)
        if (of.load(std::memory_order_acquire) != from) return;
    of.wait(from, std::memory_order_acquire);
}

}  // namespace

Team::Team(unsigned threads) {
    for (unsigned i = 1; i < threads; ++i) {
        others_.emplace_back([this] {
            for (unsigned seen = 0;; ++seen) {
                wait_for_change(turn_, seen);
                if (is_over_) return;
                take_ranges();
                if (--busy_ == 0) busy_.notify_one();
            }
        });
    }
}

Team::~Team() {
    is_over_ = true;
    ++turn_;
    turn_.notify_all();
}

void Team::take_ranges() {
    for (size_t first; (first = next_.fetch_add(step_)) < count_;)
        (*work_)(first, std::min(count_, first + step_));
}

void Team::run(size_t count, size_t step, const std::function<void(size_t, size_t)>& work) {
    work_ = &work, count_ = count, step_ = step;
    next_ = 0;
    busy_ = static_cast<unsigned>(others_.size());
    ++turn_;
    turn_.notify_all();
    take_ranges();
    for (unsigned left; (left = busy_.load()) != 0;) wait_for_change(busy_, left);
}

}  // namespace limbsmith::bench
