// Threads of the host that stay between turns, so that their start does not count when a turn is timed.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace limbsmith::bench {

class Team {
  public:
    // The threads include the one that calls run().
    explicit Team(unsigned threads);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }
    // Calls work(first, last) for ranges of at most `step` that together make up [0, count), and waits for all.
    // requires: work does not throw.
    void run(size_t count, size_t step, const std::function<void(size_t first, size_t last)>& work);

  private:
    void take_ranges();

    const std::function<void(size_t, size_t)>* work_ = nullptr;
    size_t count_ = 0, step_ = 1;
    std::atomic<size_t> next_ = 0;
    std::atomic<unsigned> turn_ = 0, busy_ = 0;
    std::atomic<bool> is_over_ = false;
    std::vector<std::jthread> others_;
};

}  // namespace limbsmith::bench
