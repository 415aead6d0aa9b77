// A stream as the blocks remember it that were used on it.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace limbsmith::detail {

// Promises: the device's stream is made when it is first needed, and waited for before it goes.
struct stream_state {
    explicit stream_state(bool is_standard) : is_standard(is_standard) {}
    stream_state(const stream_state&) = delete;
    stream_state& operator=(const stream_state&) = delete;
    ~stream_state();

    // The device's stream. requires: there is a device.
    void* handle();
    // Waits for the work, or throws what has gone wrong up to now.
    void synchronize();
    void query();
    void launched(const std::string& work);

    bool is_standard;
    bool is_used = false;  // on the device

  private:
    std::string work() const;  // for messages

    mutable std::mutex mutex_;
    void* handle_ = nullptr;
    std::vector<std::string> launched_;  // since the last synchronize(), each once
};

// Throws the error of a stream that is gone, if there is one.
void throw_kept_error();

}  // namespace limbsmith::detail
