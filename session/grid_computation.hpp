// A function on numbers of any length, each with all of a GPU, or by GMP on all cores of the host.
//
// Promises: results are those of GridFunction::by_gmp. Kernels were compared with GMP before their first use with this
// device, driver and compiler (grid/self_check.hpp).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "device/device.hpp"
#include "eval/eval.hpp"
#include "session/grid_function.hpp"
#include "session/host.hpp"

namespace limbsmith::grid {
class Gpu;
}

namespace limbsmith::session {

class GridComputation {
  public:
    // On the host where there is no device.
    GridComputation(GridFunction function, const std::optional<runtime::Device>& device);
    ~GridComputation();

    bool has_gpu() const { return device_.has_value(); }
    const std::optional<runtime::Device>& device() const { return device_; }
    // To be called first, unless there is no device. Throws runtime::Error, WrongResult.
    void compile();

    // Results of a number lie one after the other, limb-major for `count` numbers. requires: operands of as many numbers, which
    // have `words` limbs. Throws runtime::Error.
    Done compute(std::span<const eval::Column> operands, uint32_t words, size_t count, uint32_t* results,
                 const std::function<void(double done)>& progress);

  private:
    GridFunction function_;
    std::optional<runtime::Device> device_;
    std::unique_ptr<grid::Gpu> gpu_;
};

}  // namespace limbsmith::session
