// An operation on numbers on a GPU, by a kernel that is compiled at run time (source.hpp).
//
// Promises: numbers are as users have them, and results those of HostComputation, whatever the launch. The kernel was compared
// with the contract before its first use with this device, driver and compiler (self_check.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "device/device.hpp"
#include "jit/batch.hpp"
#include "session/host.hpp"
#include "session/launch_shape.hpp"
#include "session/source.hpp"
#include "spec/spec.hpp"

namespace limbsmith::session {

class DeviceComputation {
  public:
    // requires: `require_shape` accepts the shape for the width of the spec. Throws Error, runtime::Error, WrongResult.
    DeviceComputation(const Spec& spec, const std::string& operation, const runtime::Device& device,
                      const LaunchShape& shape = {});
    // By a source of the caller, for tests.
    DeviceComputation(const Spec& spec, const std::string& operation, const runtime::Device& device,
                      const LaunchShape& shape, const KernelSource& source);

    // All results, limb-major for `count` numbers; the seconds are those of the kernel. requires: `require_shape` accepts the
    // shape for as many numbers. Throws runtime::Error.
    Done compute(std::span<const eval::Column> operands, size_t count, uint32_t* result);

  private:
    runtime::BatchJob job(std::span<const eval::Column> operands, size_t count, uint32_t* result) const;

    ir::Program meaning_;
    std::string kernel_;
    uint32_t lanes_, block_;
    uint64_t grid_;
    runtime::BatchKernels kernels_;
};

}  // namespace limbsmith::session
