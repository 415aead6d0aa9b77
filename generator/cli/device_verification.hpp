// Runs each straight-line function of a header on a device and compares the results with its contract.
//
// Promises: the expected results are computed by GMP, not by our host code or interpreter. It proves nothing;
// see cli/verification.hpp.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/verification.hpp"
#include "jit/batch.hpp"

namespace limbsmith::cli {

struct DeviceVerification {
    std::string name;
    eval::Trial trial;
};

struct DeviceReport {
    self_check::subject machine;  // device, driver and compiler
    std::vector<DeviceVerification> functions;
};

// Runs a job on a device: runtime::BatchKernels::compute, or a fake in tests.
using Compute = std::function<void(const runtime::BatchJob&)>;

// Runs function i by the kernel emit::function_kernel(i) of `device`. Results are in the order of the
// functions.
std::vector<DeviceVerification> verify_on(const Compute& device,
                                          const std::vector<catalogue::Function>& functions,
                                          const Tests& tests);

// Runs the functions on a GPU, without regard to earlier checks. `header` is the text of the functions in
// namespace `name`.
DeviceReport verify_on_device(const std::string& name, const std::vector<catalogue::Function>& functions,
                              const std::string& header, const runtime::Device& on, const Tests& tests);

std::string table(const DeviceReport& report);
nlohmann::ordered_json json(const DeviceReport& report);
// Throws Error (refuted) if a function is wrong, with the name of the first one, its inputs, device, driver
// and compiler.
void require_right(const DeviceReport& report);

}  // namespace limbsmith::cli
