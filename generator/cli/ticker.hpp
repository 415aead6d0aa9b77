// A progress line on stderr that a timer writes anew twice a second, for work that takes over a second and may tell
// nothing in between. Where stderr is no terminal, it writes a line at the end of each ten seconds.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace limbsmith::cli {

class Ticker {
  public:
    // `state` says, in another thread, what is shown, before the elapsed time: `computing, 3 of 7 values`.
    explicit Ticker(std::function<std::string()> state);
    ~Ticker() = default;  // clears the line
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;

  private:
    void show(const std::stop_token& stop);

    std::function<std::string()> state_;
    std::mutex mutex_;
    std::condition_variable_any stopped_;
    std::jthread timer_;  // the first to be destroyed
};

}  // namespace limbsmith::cli
