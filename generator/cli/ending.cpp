#include "cli/ending.hpp"

#include <gmp.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <new>
#include <string_view>

#include "files/temporary_files.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

// An exception need not reach main(): GMP must not be left by one, and memory may end in a destructor. So the program ends
// here, and takes no memory for it.
[[noreturn]] void out_of_memory() {
    static std::atomic_flag is_ending;
    while (is_ending.test_and_set()) pause();  // another thread ends it
    constexpr std::string_view clear_line = "\r\033[K", message = "limbsmith: out of memory\n";
    if (isatty(STDERR_FILENO) != 0 && write(STDERR_FILENO, clear_line.data(), clear_line.size()) < 0) {
    }
    if (write(STDERR_FILENO, message.data(), message.size()) < 0) {
    }
    runtime::remove_temporary_files();
    _exit(static_cast<int>(Exit::failed));
}

void* require(void* memory) {
    if (memory == nullptr) out_of_memory();
    return memory;
}

void* allocate(size_t size) { return require(std::malloc(size)); }
void* reallocate(void* old, size_t, size_t size) { return require(std::realloc(old, size)); }
void release(void* old, size_t) { std::free(old); }

void end_by(int signal) {
    runtime::remove_temporary_files();
    std::signal(signal, SIG_DFL);
    raise(signal);
}

void* aligned(size_t size, std::align_val_t alignment) {
    const auto unit = static_cast<size_t>(alignment);
    return require(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}

}  // namespace

void end_in_order() {
    mp_set_memory_functions(allocate, reallocate, release);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, end_by) == SIG_IGN) std::signal(signal, SIG_IGN);
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

}  // namespace limbsmith::cli

// Those of mimalloc would abort. malloc is mimalloc's where the program is linked to it.
void* operator new(size_t size) { return limbsmith::cli::allocate(size); }
void* operator new[](size_t size) { return limbsmith::cli::allocate(size); }
void* operator new(size_t size, std::align_val_t unit) { return limbsmith::cli::aligned(size, unit); }
void* operator new[](size_t size, std::align_val_t unit) { return limbsmith::cli::aligned(size, unit); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
