// Runs the cases of a program on a device.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "eval/cases.hpp"
#include "jit/batch.hpp"

namespace limbsmith::cli {

// Runs a job on a device: runtime::BatchKernels::compute, or a fake in tests.
using Compute = std::function<void(const runtime::BatchJob&)>;

struct DeviceCases {
    DeviceCases(const ir::Program& program, const eval::Cases& cases);

    // Computes the results of all cases.
    void compute_on(const Compute& device, const std::string& kernel);
    // The outputs of case k, one value each.
    std::vector<mpz_class> outputs(const ir::Program& program, size_t k) const;

    size_t count;
    std::vector<std::vector<uint32_t>> columns;  // of each input, limb-major
    std::vector<uint32_t> results{};             // limb-major
};

}  // namespace limbsmith::cli
