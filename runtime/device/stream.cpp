// Stream by driver calls.
#include "device/stream.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "device/driver.hpp"

namespace limbsmith::runtime {
namespace {

constexpr size_t most_names = 16;  // listed in a message

struct DestroyEvent {
    void operator()(CUevent event) const { driver().cuEventDestroy(event); }
};
using Event = std::unique_ptr<CUevent_st, DestroyEvent>;

// An event at the end of the stream's present work.
Event record(CUstream stream, unsigned flags) {
    CUevent made = nullptr;
    check(driver().cuEventCreate(&made, flags), "cuEventCreate");
    Event event(made);
    check(driver().cuEventRecord(event.get(), stream), "cuEventRecord");
    return event;
}

}  // namespace

Mark::Mark(const Stream& stream) : device_(stream.device()) {
    const Device::Scope scope(device_);
    event_ = record(stream.handle(), CU_EVENT_DISABLE_TIMING).release();
}

Mark::~Mark() {
    try {
        const Device::Scope scope(device_);
        driver().cuEventDestroy(event_);
    } catch (const std::exception&) {
        // the device is lost
    }
}

Stream::Stream(const Device& device, Kind kind) : device_(device) {
    if (kind == Kind::standard) return;
    const Device::Scope scope(device_);
    int least = 0, greatest = 0;
    check(driver().cuCtxGetStreamPriorityRange(&least, &greatest), "cuCtxGetStreamPriorityRange");
    check(driver().cuStreamCreateWithPriority(&handle_, CU_STREAM_NON_BLOCKING,
                                              kind == Kind::urgent ? greatest : least),
          "cuStreamCreateWithPriority");
}

Stream::~Stream() {
    if (!handle_ && !waited_) return;
    try {
        const Device::Scope scope(device_);
        if (waited_) driver().cuEventDestroy(waited_);
        if (handle_) driver().cuStreamDestroy(handle_);
    } catch (const std::exception&) {
        // the device is lost, and the stream with it
    }
}

void Stream::launch(const Function& function, uint64_t grid, uint32_t block, const std::vector<void*>& args) {
    const auto call = [&] {
        return "launch of " + function.name + " with " + std::to_string(grid) + " blocks of " +
               std::to_string(block);
    };
    if (grid > uint64_t{std::numeric_limits<int32_t>::max()})
        throw Error(call() + ": more blocks than a grid can have; split the work");
    {
        const Device::Scope scope(device_);
        const CUresult result =
            driver().cuLaunchKernel(function.handle, static_cast<unsigned>(grid), 1, 1, block, 1, 1,
                                    function.shared_bytes, handle_, const_cast<void**>(args.data()), nullptr);
        if (result != CUDA_SUCCESS) check(result, call());
    }
    launched(function.name);
}

void Stream::launched(const std::string& name) {
    const std::lock_guard lock(mutex_);
    if (launched_.size() < most_names && std::ranges::find(launched_, name) == launched_.end())
        launched_.push_back(name);
}

std::string Stream::work() const {
    const std::lock_guard lock(mutex_);
    std::string names;
    for (const std::string& name : launched_) names += (names.empty() ? "run of " : ", ") + name;
    return names.empty() ? "earlier work" : names;
}

void Stream::synchronize() {
    const Device::Scope scope(device_);
    if (const CUresult result = driver().cuStreamSynchronize(handle_); result != CUDA_SUCCESS)
        check(result, work());
    const std::lock_guard lock(mutex_);
    launched_.clear();
}

void Stream::query() {
    const Device::Scope scope(device_);
    const CUresult result = driver().cuStreamQuery(handle_);
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY) check(result, work());
}

void Stream::wait_for(const Stream& earlier) {
    const std::lock_guard lock(earlier.waited_mutex_);
    {
        const Device::Scope scope(earlier.device_);
        if (!earlier.waited_)
            check(driver().cuEventCreate(&earlier.waited_, CU_EVENT_DISABLE_TIMING), "cuEventCreate");
        check(driver().cuEventRecord(earlier.waited_, earlier.handle_), "cuEventRecord");
    }
    const Device::Scope scope(device_);
    check(driver().cuStreamWaitEvent(handle_, earlier.waited_, 0), "cuStreamWaitEvent");
}

void Stream::wait_for(const Mark& earlier) {
    const Device::Scope scope(device_);
    check(driver().cuStreamWaitEvent(handle_, earlier.event_, 0), "cuStreamWaitEvent");
}

void Stream::precede(CUstream_st* later) const {
    const Device::Scope scope(device_);
    const Event end = record(handle_, CU_EVENT_DISABLE_TIMING);
    check(driver().cuStreamWaitEvent(later, end.get(), 0), "cuStreamWaitEvent");
}

void Stream::follow(CUstream_st* earlier) {
    const Device::Scope scope(device_);
    const Event end = record(earlier, CU_EVENT_DISABLE_TIMING);
    check(driver().cuStreamWaitEvent(handle_, end.get(), 0), "cuStreamWaitEvent");
}

double Stream::seconds(const std::function<void()>& work) {
    const Device::Scope scope(device_);
    const Event before = record(handle_, CU_EVENT_DEFAULT);
    work();
    const Event after = record(handle_, CU_EVENT_DEFAULT);
    synchronize();
    float milliseconds = 0;
    check(driver().cuEventElapsedTime(&milliseconds, before.get(), after.get()), "cuEventElapsedTime");
    return milliseconds * 1e-3;
}

}  // namespace limbsmith::runtime
