// For a library built without CUDA's headers.
#include "batch/device.hpp"

namespace limbsmith::device {

bool is_there(std::string* why_not) noexcept {
    if (why_not) *why_not = "no CUDA device: this library was built without CUDA's headers";
    return false;
}

std::string description() { return {}; }
std::string driver_version() { return {}; }
void* allocate(size_t) { return nullptr; }
void free(void*) noexcept {}
void upload(void*, const void*, size_t) {}
void download(void*, const void*, size_t) {}
void* create_stream() { return nullptr; }
void destroy_stream(void*) noexcept {}
void synchronize(void*, const std::string&) {}
void query(void*, const std::string&) {}
void order(void*, void*) {}
void enter_context() {}
void leave_context() noexcept {}

}  // namespace limbsmith::device
