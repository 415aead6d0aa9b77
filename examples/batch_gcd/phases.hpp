// The phases of the program, and how long each took.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace batch_gcd {

// Shows progress on stderr if that is a terminal, unless it is silent.
class Phases {
  public:
    explicit Phases(bool is_silent = false);
    ~Phases();
    Phases(const Phases&) = delete;
    Phases& operator=(const Phases&) = delete;

    // Ends the phase before.
    void begin(std::string name);
    void end();
    // The fraction of this phase that is done, from any thread.
    void report(double fraction);
    // Reports the fraction of part k of `count` that take as long as each other.
    std::function<void(double)> part(size_t k, size_t count) {
        return [=, this](double fraction) { report((double(k) + fraction) / double(count)); };
    }

    const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }
    double total() const;

  private:
    using Clock = std::chrono::steady_clock;
    void show(const std::string& text);

    bool is_shown_;
    std::string name_;
    Clock::time_point start_, shown_;
    std::vector<std::pair<std::string, double>> seconds_;
    std::mutex mutex_;
};

}  // namespace batch_gcd
