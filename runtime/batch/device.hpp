// The GPU access that batches need: by the CUDA driver (cuda_device.cpp), or, in a library built without
// CUDA's headers, none (no_device.cpp): then is_there() is false and nothing else may be called.
//
// Promises: all calls are made in the primary context of device 0, which CUDA's runtime uses too; the calling
// thread's own context is restored on return.
#pragma once

#include <cstddef>
#include <string>

namespace limbsmith::device {

// Errors of all functions that are not noexcept: runtime::Error naming the call and the CUDA error.
bool is_there(std::string* why_not) noexcept;

// `NVIDIA H200, compute capability 9.0`; and the driver, as runtime::driver_version().
std::string description();
std::string driver_version();

// Errors: OutOfMemory.
void* allocate(size_t bytes);
void free(void* memory) noexcept;

// Complete on return.
void upload(void* to, const void* from, size_t bytes);
void download(void* to, const void* from, size_t bytes);

void* create_stream();
void destroy_stream(void* stream) noexcept;
// Waits for the stream; `work` names what ran there, for messages.
void synchronize(void* stream, const std::string& work);
// As synchronize, without waiting: throws errors that have occurred so far.
void query(void* stream, const std::string& work);
// Makes later work on `stream` wait for the earlier work on `earlier`.
void order(void* stream, void* earlier);

void enter_context();
void leave_context() noexcept;

}  // namespace limbsmith::device
