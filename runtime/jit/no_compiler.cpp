// For a build without CUDA's headers: nothing can be compiled.
#include "jit/compiler.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr const char* reason = "no NVRTC: this program was built without CUDA's headers; run on the CPU";

}  // namespace

std::vector<char> compile(const std::string&, const std::string&, const std::vector<Header>&, int, int) {
    throw NoDevice(reason);
}
std::string nvrtc_version() { throw NoDevice(reason); }
std::string compiler_version() { throw NoDevice(reason); }

}  // namespace limbsmith::runtime
