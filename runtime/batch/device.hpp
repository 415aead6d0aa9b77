// What batches need of a GPU, by the CUDA driver (cuda_device.cpp) or, where the library was built without
// CUDA's headers, not at all (no_device.cpp): then is_there() is false and nothing else is called.
//
// Promises: all calls are made in the primary context of device 0, which CUDA's runtime uses as well; the
// calling thread's own context is as before when they return.
#pragma once

#include <cstddef>
#include <string>

namespace limbsmith::device {

// Errors, of all but the noexcept ones: runtime::Error naming call and CUDA error.
bool is_there(std::string* why_not) noexcept;

// `NVIDIA H200, compute capability 9.0`; and the driver, as runtime::driver_version().
std::string description();
std::string driver_version();

// Errors: OutOfMemory.
void* allocate(size_t bytes);
void free(void* memory) noexcept;

// Done on return.
void upload(void* to, const void* from, size_t bytes);
void download(void* to, const void* from, size_t bytes);

void* create_stream();
void destroy_stream(void* stream) noexcept;
// `work` names what ran there, for messages.
void synchronize(void* stream, const std::string& work);
// The same without waiting: throws what has gone wrong up to now.
void query(void* stream, const std::string& work);
// What is launched on `stream` from now on waits for what was launched on `earlier`.
void order(void* stream, void* earlier);

void enter_context();
void leave_context() noexcept;

}  // namespace limbsmith::device
