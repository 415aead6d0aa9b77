// The state of a stream, shared with the blocks that were used on it.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace limbsmith::detail {

// Promises: creates the device's stream when it is first needed; waits for it before destroying it.
struct stream_state {
    explicit stream_state(bool is_standard) : is_standard(is_standard) {}
    stream_state(const stream_state&) = delete;
    stream_state& operator=(const stream_state&) = delete;
    ~stream_state();

    // The device's stream.
    // requires: there is a device.
    void* handle();
    // Wait for the work; throw errors that have occurred so far.
    void synchronize();
    void query();
    void launched(const std::string& work);

    bool is_standard;
    bool is_used = false;  // on the device

  private:
    std::string work() const;  // names, for messages

    mutable std::mutex mutex_;
    void* handle_ = nullptr;
    std::vector<std::string> launched_;  // names since the last synchronize(), without repetitions
};

// Throws the error of a destroyed stream, if there is one.
void throw_kept_error();

}  // namespace limbsmith::detail
