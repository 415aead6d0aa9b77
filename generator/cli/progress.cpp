#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <system_error>
#include <utility>

#include "cli/quantity.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

Progress::Progress(std::function<std::string()> state, std::string work, bool is_asked_for)
    : state_(std::move(state)),
      work_(std::move(work)),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      is_asked_for_(is_asked_for) {
    try {
        timer_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
    } catch (const std::system_error&) {
        // no thread, no line
    }
}

Progress::Progress(std::function<std::string()> state) : Progress(std::move(state), {}, false) {}
Progress::Progress(std::string work, bool is_asked_for) : Progress({}, std::move(work), is_asked_for) {}

std::string Progress::text(double seconds) const {
    if (state_) return fmt::format("{}, {:.0f} s", state_(), seconds);
    const double done = done_;
    std::string made = work_;
    if (done > 0) made += fmt::format(", {:.0f} %", 100 * done);
    if (lines_ > 0)
        made += fmt::format(", {}, {}", counted(lines_, "line"), quantity(double(lines_) / seconds, "/s"));
    made += fmt::format(", {:.0f} s", seconds);
    if (done > 0) made += fmt::format(", {:.0f} s left", seconds * (1 - done) / done);
    return made;
}

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
    const std::chrono::milliseconds later = is_terminal_ ? 500ms : is_asked_for_ ? 1s : 10s;
    std::unique_lock lock(mutex_);
    for (std::chrono::milliseconds pause = std::max<std::chrono::milliseconds>(later, 1s);
         !stopped_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); }); pause = later) {
        const auto elapsed = std::chrono::steady_clock::now() - start;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
        clear();
        fmt::print(stderr, "{}{}", text(double(seconds)), is_terminal_ ? "" : "\n");
        std::fflush(stderr);
        is_shown_ = is_terminal_;
    }
    clear();
}

}  // namespace limbsmith::cli
