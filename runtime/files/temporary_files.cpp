#include "files/temporary_files.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstring>

namespace limbsmith::runtime {
namespace {

enum State : int { unused, in_change, remembered };

// Nothing of it is allocated: a handler of signals may interrupt anything.
struct Remembered {
    std::atomic<int> state = unused;
    std::array<char, PATH_MAX> name{};
};
std::array<Remembered, 16> places;
std::atomic<int> steps = 0;
thread_local int own_steps = 0;
std::atomic<bool> is_ending = false;
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

TemporaryName::TemporaryName(const std::string& path) noexcept : place_(-1) {
    for (int k = 0; k < static_cast<int>(places.size()) && path.size() < PATH_MAX; ++k) {
        Remembered& it = places[static_cast<size_t>(k)];
        int expected = unused;
        if (!it.state.compare_exchange_strong(expected, in_change)) continue;
        std::memcpy(it.name.data(), path.c_str(), path.size() + 1);
        it.state = remembered;
        place_ = k;
        return;
    }
}

TemporaryName::~TemporaryName() {
    if (place_ >= 0) places[static_cast<size_t>(place_)].state = unused;
}

WholeStep::WholeStep() noexcept {
    ++steps, ++own_steps;
    if (!is_ending) return;
    --steps, --own_steps;
    for (;;) pause();  // another thread ends the program
}

WholeStep::~WholeStep() { --steps, --own_steps; }

void remove_temporary_files() noexcept {
    is_ending = true;
    constexpr int most_milliseconds = 1000;
    // a signal may have come to a thread within its step, which does not go on
    for (int k = 0; k < most_milliseconds && steps > own_steps; ++k) poll(nullptr, 0, 1);
    for (const Remembered& it : places)
        if (it.state == remembered) unlink(it.name.data());
}

}  // namespace limbsmith::runtime
