// CUDA source to machine code, at run time.
//
// Promises: an image that the driver can load, for exactly the device asked for where NVRTC knows it. Needs
// NVRTC but no GPU. Loading the image is left to device, writing the source to the caller.
#pragma once

#include <string>
#include <vector>

namespace limbsmith::runtime {

// A file that the source may #include by `name`, in quotes or angle brackets.
struct Header {
    std::string name;
    std::string text;
};

// Compiles C++17 CUDA source for a device of compute capability major.minor. `name` stands for the source's
// file name in messages. NVRTC brings no C library: <stdint.h> is supplied with the exact-width integer types
// and nothing else, unless `headers` has one of that name. Ensures: a cubin; or, for a device newer than
// NVRTC, PTX of the newest architecture that NVRTC and the device share, zero-terminated, for the driver to
// compile. Errors: Error with the compiler's log where the source is wrong, Error where the device is older
// than all that NVRTC knows, NoDevice where NVRTC is missing.
std::vector<char> compile(const std::string& source, const std::string& name,
                          const std::vector<Header>& headers, int major, int minor);

// `NVRTC 13.0`. Errors: NoDevice where NVRTC is missing.
std::string compiler_version();

}  // namespace limbsmith::runtime
