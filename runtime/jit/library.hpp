// One symbol of a shared library that was opened at run time.
//
// Promises: a typed function pointer or NoDevice. Which library, where it is searched and which symbols are
// wanted is left to driver and nvrtc. The macros let both declare a table of functions from the vendor's own
// header, so that no name and no type is typed by hand: an argument such as cuMemAlloc is replaced by the
// header's own macro (here cuMemAlloc_v2) before it becomes a member or a string.
#pragma once

#include <dlfcn.h>

#include <string>

#include "limbsmith/error.hpp"

namespace limbsmith::runtime {

// Ensures: `function` is the symbol `name` of `library`.
// Errors: NoDevice, which begins with `problem`, where the library has no such symbol.
template <class Function>
void resolve(void* library, const char* name, const std::string& problem, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    if (!function) throw NoDevice(problem + ": " + name + " is missing; update it");
}

}  // namespace limbsmith::runtime

#define LIMBSMITH_TEXT(name) #name
#define LIMBSMITH_EXPANDED_TEXT(name) LIMBSMITH_TEXT(name)
#define LIMBSMITH_MEMBER(name) decltype(&::name) name = nullptr;
