#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace limbsmith::cli {

using namespace std::chrono_literals;

Progress::Progress(std::string what) : what_(std::move(what)), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
    if (shown_) fmt::print(stderr, "\r\033[K");
}

void Progress::show() {
    if (!terminal_) return;
    shown_ = true;
    fmt::print(stderr, "\r\033[K{} ...", what_);
    std::fflush(stderr);
}

void Progress::report(double fraction) {
    if (!terminal_) return;
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (now - start_ < 1s || (shown_ && now - last_ < 100ms)) return;
    last_ = now;
    shown_ = true;
    fmt::print(stderr, "\r\033[K{} {:3.0f} %", what_, 100 * std::clamp(fraction, 0.0, 1.0));
    std::fflush(stderr);
}

}  // namespace limbsmith::cli
