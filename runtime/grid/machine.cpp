// The machine of a place.
#include "limbsmith/grid/machine.hpp"

#include <string>
#include <vector>

#include "grid/gpu.hpp"
#include "grid/self_check.hpp"
#include "jit/batch.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::grid {

void Machine::copy_from(Machine& other, uint32_t* to, const uint32_t* from, size_t words) {
    std::vector<uint32_t> on_host(words);
    other.read(from, on_host);
    write(to, on_host);
}

std::unique_ptr<Machine> machine_at(place where) {
    if (where == place::host)
        throw runtime::NoDevice("the grid computes on a GPU, not on the host; a pool computes there as well");
    std::string why_not;
    const auto device = runtime::find_device_for_kernels(where, &why_not);
    if (!device) throw runtime::NoDevice(why_not);
    auto gpu = std::make_unique<Gpu>(*device);
    self_check(*gpu);
    return gpu;
}

}  // namespace limbsmith::grid
