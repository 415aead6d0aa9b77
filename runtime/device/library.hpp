// Looks up symbols of a shared library that was opened at run time.
//
// Promises: a typed function pointer, or NoDevice. The callers, driver and nvrtc, choose the library and the
// symbols, and declare their tables of functions by the macros below. The names and types come from the
// vendor's header: its macro replaces a name such as cuMemAlloc (by cuMemAlloc_v2) before the name becomes a
// member or a string.
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
