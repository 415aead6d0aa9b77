#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <system_error>
#include <utility>

namespace limbsmith::cli {

Progress::Progress(std::function<std::string()> state)
    : state_(std::move(state)), is_terminal_(isatty(STDERR_FILENO) != 0) {
    try {
        timer_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
    } catch (const std::system_error&) {
        // no thread, no line
    }
}

Progress::Progress(std::string work)
    : Progress([this, work = std::move(work)] {
          return done_ > 0 ? fmt::format("{}, {:.0f} %", work, 100 * done_) : work;
      }) {}

void Progress::report(double share) { done_ = std::lerp(from_.load(), to_.load(), share); }

void Progress::part(double from, double to) {
    from_ = from;
    to_ = to;
}

void Progress::write(const std::string& lines) {
    const std::lock_guard lock(mutex_);
    clear();
    fmt::print(stderr, "{}", lines);
    std::fflush(stderr);
}

void Progress::clear() {
    if (std::exchange(is_shown_, false)) fmt::print(stderr, "\r\033[K");
}

void Progress::show(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    for (std::chrono::milliseconds pause = is_terminal_ ? 1000ms : 10s;
         !stopped_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); });
         pause = is_terminal_ ? 500ms : 10s) {
        const auto elapsed = std::chrono::steady_clock::now() - start;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
        clear();
        fmt::print(stderr, "{}, {} s{}", state_(), seconds, is_terminal_ ? "" : "\n");
        std::fflush(stderr);
        is_shown_ = is_terminal_;
    }
    clear();
}

}  // namespace limbsmith::cli
