#include <algorithm>
#include <utility>

#include "batch/device.hpp"
#include "batch/stream_state.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith {
namespace detail {
namespace {

constexpr size_t most_names = 16;  // listed in a message

// The first error of destroyed streams.
struct Kept {
    std::mutex mutex;
    std::string error;
};
Kept& kept() {
    static Kept* const errors = new Kept;  // never destroyed: streams in static objects use it
    return *errors;
}

}  // namespace

void throw_kept_error() {
    std::string error;
    {
        const std::lock_guard lock(kept().mutex);
        error = std::exchange(kept().error, {});
    }
    if (!error.empty()) throw runtime::Error(error);
}

stream_state::~stream_state() {
    if (!is_used) return;
    try {
        synchronize();
    } catch (const std::exception& failed) {
        const std::lock_guard lock(kept().mutex);
        if (kept().error.empty()) kept().error = failed.what();
    }
    if (handle_) device::destroy_stream(handle_);
}

void* stream_state::handle() {
    const std::lock_guard lock(mutex_);
    if (!is_standard && !handle_) handle_ = device::create_stream();
    is_used = true;
    return handle_;
}

void stream_state::synchronize() {
    if (!is_used) return;
    const std::string done = work();
    device::synchronize(handle(), done);
    const std::lock_guard lock(mutex_);
    launched_.clear();
}

void stream_state::query() {
    if (is_used) device::query(handle(), work());
}

void stream_state::launched(const std::string& work) {
    const std::lock_guard lock(mutex_);
    if (launched_.size() < most_names &&
        std::find(launched_.begin(), launched_.end(), work) == launched_.end())
        launched_.push_back(work);
}

std::string stream_state::work() const {
    const std::lock_guard lock(mutex_);
    std::string names;
    for (const std::string& name : launched_) names += (names.empty() ? "run of " : ", ") + name;
    return names.empty() ? "earlier work" : names;
}

}  // namespace detail

stream::stream() : stream(std::make_shared<detail::stream_state>(false)) {}

stream::stream(std::shared_ptr<detail::stream_state> state) : state_(std::move(state)) {}

stream& stream::standard() {
    static stream* const first = new stream(std::make_shared<detail::stream_state>(true));
    return *first;
}

detail::stream_state& stream::state() const {
    if (!state_) throw runtime::Error("the stream was moved from");
    return *state_;
}

void stream::synchronize() {
    detail::throw_kept_error();
    state().synchronize();
}

void* stream::handle() const { return device::is_there(nullptr) ? state().handle() : nullptr; }

void stream::check() {
    detail::throw_kept_error();
    state().query();
}

void stream::launched(const std::string& work) { state().launched(work); }

}  // namespace limbsmith
