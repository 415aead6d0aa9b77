#include "phases.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace batch_gcd {

using namespace std::chrono_literals;

Phases::Phases(bool is_silent) : is_shown_(!is_silent && isatty(STDERR_FILENO) != 0) {}

Phases::~Phases() { end(); }

void Phases::begin(std::string name) {
    end();
    name_ = std::move(name);
    start_ = shown_ = Clock::now();
    show(name_ + " ...");
}

void Phases::end() {
    if (name_.empty()) return;
    seconds_.emplace_back(name_, std::chrono::duration<double>(Clock::now() - start_).count());
    name_.clear();
    show("");
}

void Phases::report(double fraction) {
    if (!is_shown_) return;
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (now - shown_ < 200ms) return;
    shown_ = now;
    show(fmt::format("{} {:3.0f} %", name_, 100 * fraction));
}

double Phases::total() const {
    double sum = 0;
    for (const auto& [name, seconds] : seconds_) sum += seconds;
    return sum;
}

void Phases::show(const std::string& text) {
    if (!is_shown_) return;
    fmt::print(stderr, "\r\033[K{}", text);
    std::fflush(stderr);
}

}  // namespace batch_gcd
