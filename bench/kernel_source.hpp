// The sources of bench/kernels, and their compilation.
#pragma once

#include <string>
#include <vector>

#include "jit/compiler.hpp"

namespace limbsmith::bench {

// A source with the headers that it includes.
struct Source {
    std::string name, text;
    std::vector<runtime::Header> headers;
    std::string kernel{};  // the name of the one to launch, if it depends on the subject

    // The image for a device of this compute capability. Thread-safe. Throws as runtime::compile.
    std::vector<char> compile(int major, int minor) const {
        return runtime::compile(text, name, headers, major, minor);
    }
};

// bench/kernels/<file> alone, or after `prelude`.
Source plain_source(const std::string& file, const std::string& prelude = "");
// A public header of the runtime.
runtime::Header runtime_header(const std::string& name);

}  // namespace limbsmith::bench
