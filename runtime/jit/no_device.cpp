// Batch kernels in a library built without CUDA's headers: none are available.
#include "jit/batch.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr const char* reason =
    "no CUDA device: this program was built without CUDA's headers; run on the CPU";

}  // namespace

struct BatchKernels::Loaded {};

BatchKernels::BatchKernels(const std::string&, const std::vector<Header>&) { throw NoDevice(reason); }
BatchKernels::~BatchKernels() = default;
const std::string& BatchKernels::device() const { throw NoDevice(reason); }
check::subject BatchKernels::subject(const std::string&) const { throw NoDevice(reason); }
void BatchKernels::compute(const BatchJob&) { throw NoDevice(reason); }
double BatchKernels::run(const BatchJob&) { throw NoDevice(reason); }

bool has_device(std::string* why_not) noexcept {
    if (why_not) *why_not = reason;
    return false;
}

}  // namespace limbsmith::runtime
