// Looks up symbols of a shared library that was opened at run time.
//
// Promises: a typed function pointer, or NoDevice. driver and nvrtc choose the library, its place and the
// symbols. With the macros they declare a table of functions from the vendor's header, so that no name and no
// type is typed by hand: an argument such as cuMemAlloc is replaced by the header's macro (cuMemAlloc_v2)
// before it becomes a member or a string.
#pragma once

#include <dlfcn.h>

#include <string>

#include "limbsmith/error.hpp"

namespace limbsmith::runtime {

// Sets `function` to the symbol `name` of `library`. Errors: NoDevice with a message that begins with
// `problem`, if the library has no such symbol.
template <class Function>
void resolve(void* library, const char* name, const std::string& problem, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    if (!function) throw NoDevice(problem + ": " + name + " is missing; update it");
}

}  // namespace limbsmith::runtime

#define LIMBSMITH_TEXT(name) #name
#define LIMBSMITH_EXPANDED_TEXT(name) LIMBSMITH_TEXT(name)
#define LIMBSMITH_MEMBER(name) decltype(&::name) name = nullptr;
