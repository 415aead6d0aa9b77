#include "files/temporary_files.hpp"

#include <sched.h>
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
std::atomic<int> creations = 0;
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

TemporaryCreation::TemporaryCreation() noexcept {
    ++creations;
    if (!is_ending) return;
    --creations;
    for (;;) pause();  // another thread ends the program
}

TemporaryCreation::~TemporaryCreation() { --creations; }

void remove_temporary_files() noexcept {
    is_ending = true;
    // a signal may have come to the thread that creates one, which does not go on
    constexpr int most_yields = 10'000;
    for (int k = 0; k < most_yields && creations != 0; ++k) sched_yield();
    for (const Remembered& it : places)
        if (it.state == remembered) unlink(it.name.data());
}

}  // namespace limbsmith::runtime
