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
#include "jit/batch_chunks.hpp"
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

    // Operands, results, contract: numbers as users have them.
    const ir::Program& meaning() const { return meaning_; }
    // For batches in chunks, each of so many numbers that `require_shape` accepts the shape.
    runtime::BatchKernels& kernels() { return kernels_; }
    const runtime::BatchShape& shape() const { return shape_; }
    // All results, limb-major for `count` numbers; the seconds are those of the kernel. Throws runtime::Error.
    Done compute(std::span<const eval::Column> operands, size_t count, uint32_t* result);

  private:
    ir::Program meaning_;
    runtime::BatchShape shape_;
    runtime::BatchKernels kernels_;
};

}  // namespace limbsmith::session
