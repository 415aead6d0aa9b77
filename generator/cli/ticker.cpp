#include "cli/ticker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>

namespace limbsmith::cli {

Ticker::Ticker(std::function<std::string()> state) : state_(std::move(state)) {
    if (isatty(STDERR_FILENO) == 0) return;
    try {
        timer_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
    } catch (const std::system_error&) {
        // no thread, no line
    }
}

void Ticker::show(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    bool is_shown = false;
    std::unique_lock lock(mutex_);
    for (auto pause = 1000ms; !stopped_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); });
         pause = 500ms) {
        const auto elapsed = std::chrono::steady_clock::now() - start;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
        fmt::print(stderr, "\r\033[K{}, {} s", state_(), seconds);
        std::fflush(stderr);
        is_shown = true;
    }
    if (is_shown) fmt::print(stderr, "\r\033[K");
}

}  // namespace limbsmith::cli
