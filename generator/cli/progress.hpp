// A progress line on stderr that a timer writes anew twice a second, for work that takes over a second and may tell
// nothing in between. Where stderr is no terminal, it writes a line at the end of each ten seconds, or of each second if users ask
// for that.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace limbsmith::cli {

// One at a time. All members are thread-safe.
class Progress {
  public:
    // `state` is called in another thread; its text, `computing, 3 of 7 values`, is shown before the elapsed
    // time.
    explicit Progress(std::function<std::string()> state);
    // Shows the name of the work, then what was last reported, the elapsed time and an estimate of the rest:
    // `computing mul, 45 %, 9000 lines, 750 /s, 12 s, 15 s left`.
    explicit Progress(std::string work, bool is_asked_for = false);
    ~Progress() = default;  // clears the line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // The share of the part that is done, from 0 to 1.
    void report(double share);
    // So many more lines are done.
    void add_lines(size_t count) { lines_ += count; }
    // The next reports are on this part of all work. requires: 0 <= from <= to <= 1.
    void part(double from, double to);
    // Writes lines that stay.
    void write(const std::string& lines);

  private:
    Progress(std::function<std::string()> state, std::string work, bool is_asked_for);
    std::string text(double seconds) const;
    void show(const std::stop_token& stop);
    void clear();

    std::function<std::string()> state_;
    const std::string work_;
    const bool is_terminal_, is_asked_for_;
    bool is_shown_ = false;
    std::atomic<size_t> lines_ = 0;
    std::atomic<double> from_ = 0, to_ = 1, done_ = 0;
    std::mutex mutex_;
    std::condition_variable_any stopped_;
    std::jthread timer_;  // the first to be destroyed
};

}  // namespace limbsmith::cli
