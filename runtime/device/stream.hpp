// Work on a GPU, in the order in which it is given.
//
// Promises: if work fails, a later call on the stream throws; its message names the kernels that may have
// failed.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "device/module.hpp"

struct CUstream_st;  // CUstream in <cuda.h>
struct CUevent_st;   // CUevent

namespace limbsmith::runtime {

class Stream;

// The end of the work that a stream has when the mark is made. Errors of the constructor: Error if the device fails.
class Mark {
  public:
    explicit Mark(const Stream& stream);
    ~Mark();
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

  private:
    friend Stream;
    Device device_;
    CUevent_st* event_ = nullptr;
};

class Stream {
  public:
    // `standard`: the GPU's null stream. `separate`: a new stream that does not wait for the null stream. `urgent`: one
    // whose kernels begin before those of others that wait for a place on the GPU.
    enum class Kind { standard, separate, urgent };
    // Errors: Error if the device fails.
    explicit Stream(const Device& device, Kind kind = Kind::standard);
    // Does not wait for the work.
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    const Device& device() const { return device_; }
    CUstream_st* handle() const { return handle_; }  // null for the standard stream

    // Starts grid·block threads in one dimension, without waiting. Each element of `args` points to one
    // argument, which is copied before the call returns. Requires: grid, block > 0; the function belongs to
    // the device; the arguments have the types of the kernel's parameters. Errors: Error naming the kernel.
    void launch(const Function& function, uint64_t grid, uint32_t block, const std::vector<void*>& args);
    // Records the name of work that was started by other means.
    void launched(const std::string& name);

    // Waits for all work. Errors: Error naming the work since the last call. After an error inside a kernel
    // the context is unusable.
    void synchronize();
    // Throws errors that have occurred so far, without waiting.
    void query();
    // Makes later work wait for the earlier work on another stream, of any GPU.
    void wait_for(const Stream& earlier);
    void wait_for(const Mark& earlier);
    // The same for a stream of another library, on this GPU, which waits or is waited for.
    void precede(CUstream_st* later) const;
    void follow(CUstream_st* earlier);

    // The device time in seconds of the work that `work` gives to this stream, measured by events before and
    // after. Waits for it. The time of a launch, some microseconds, is included: measure longer work. Errors:
    // those of `work` and of synchronize().
    double seconds(const std::function<void()>& work);

  private:
    std::string work() const;  // for messages

    Device device_;
    CUstream_st* handle_ = nullptr;
    mutable CUevent_st* waited_ = nullptr;  // for which others wait; made when one does
    mutable std::mutex waited_mutex_;
    mutable std::mutex mutex_;
    std::vector<std::string> launched_;  // since the last synchronize(), without repetitions
};

}  // namespace limbsmith::runtime
