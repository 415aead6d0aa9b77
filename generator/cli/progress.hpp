// A progress line on stderr, for work that takes over a second; only if stderr is a terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace limbsmith::cli {

class Progress {
  public:
    explicit Progress(std::string what);
    ~Progress();  // clears the line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Shows the name of the work at once, for work without a known end.
    void show();
    // Thread-safe.
    void report(double fraction);

  private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point start_ = Clock::now(), last_ = start_;
    std::mutex mutex_;
};

}  // namespace limbsmith::cli
