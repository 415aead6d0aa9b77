#include "cli/ticker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>

namespace limbsmith::cli {

Ticker::Ticker(std::function<std::string()> state) : state_(std::move(state)) {
    try {
        timer_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
    } catch (const std::system_error&) {
        // no thread, no line
    }
}

void Ticker::show(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    const auto start = std::chrono::steady_clock::now();
    bool is_shown = false;
    std::unique_lock lock(mutex_);
    for (std::chrono::milliseconds pause = is_terminal ? 1000ms : 10s;
         !stopped_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); });
         pause = is_terminal ? 500ms : 10s) {
        const auto elapsed = std::chrono::steady_clock::now() - start;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
        fmt::print(stderr, "{}{}, {} s{}", is_terminal ? "\r\033[K" : "", state_(), seconds,
                   is_terminal ? "" : "\n");
        std::fflush(stderr);
        is_shown = is_terminal;
    }
    if (is_shown) fmt::print(stderr, "\r\033[K");
}

}  // namespace limbsmith::cli
