// The state of a stream, shared with the blocks that were used on it.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include "device/stream.hpp"
#include "limbsmith/place.hpp"

namespace limbsmith::detail {

// Promises: a stream that names no GPU belongs to the GPU of its first work. Creates the device's stream when
// it is first needed; waits for it before destroying it.
struct stream_state {
    // `where`: a GPU, or place::automatic for the GPU of the first work.
    stream_state(place where, runtime::Stream::Kind kind) : where_(where), kind_(kind) {}
    stream_state(const stream_state&) = delete;
    stream_state& operator=(const stream_state&) = delete;
    ~stream_state();

    // The stream for work on a GPU.
    // Errors: runtime::InputError if it belongs to another GPU.
    runtime::Stream& on(place gpu);
    // The GPU that it belongs to, if that is known.
    place where() const;
    // Null before the first work.
    runtime::Stream* used() const { return used_; }
    // Waits for the work.
    void synchronize();

  private:
    mutable std::mutex mutex_;
    place where_;
    runtime::Stream::Kind kind_;
    std::optional<runtime::Stream> stream_;
    std::atomic<runtime::Stream*> used_ = nullptr;  // stream_, once there is one
};

// Throws the error of a destroyed stream, if there is one.
void throw_kept_error();

}  // namespace limbsmith::detail
