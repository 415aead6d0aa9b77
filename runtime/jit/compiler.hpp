// Compiles CUDA source to machine code at run time.
//
// Promises: an image that the driver can load, for exactly the requested device if NVRTC knows it. Needs
// NVRTC but no GPU. device.hpp loads the image.
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
// file name in messages. NVRTC has no C library: <stdint.h> is supplied with the exact-width integer types
// only, unless `headers` has a file of that name. Ensures: a cubin; or, for a device newer than NVRTC, PTX of
// the newest architecture that NVRTC and the device share, zero-terminated, for the driver to compile.
// Errors: Error with the compiler's log if the source is wrong; Error if the device is older than all that
// NVRTC knows; NoDevice if NVRTC is missing.
std::vector<char> compile(const std::string& source, const std::string& name,
                          const std::vector<Header>& headers, int major, int minor);

// As in `13.0`. Errors: NoDevice if NVRTC is missing.
std::string nvrtc_version();
// As in `NVRTC 13.0`. Errors: as nvrtc_version().
std::string compiler_version();

}  // namespace limbsmith::runtime
