// A fake device: its memory is the host's, and its work is done when it is given.
#include <cstdlib>
#include <cstring>

#include "batch/device.hpp"

namespace limbsmith::device {

bool is_there(std::string*) noexcept { return true; }
std::string description() { return "a device that is none"; }
std::string driver_version() { return "no driver"; }
void* allocate(size_t bytes) { return std::aligned_alloc(128, (bytes + 127) / 128 * 128); }
void free(void* memory) noexcept { std::free(memory); }
void upload(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
void download(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
void* create_stream() { return nullptr; }
void destroy_stream(void*) noexcept {}
void synchronize(void*, const std::string&) {}
void query(void*, const std::string&) {}
void order(void*, void*) {}
void enter_context() {}
void leave_context() noexcept {}

}  // namespace limbsmith::device
