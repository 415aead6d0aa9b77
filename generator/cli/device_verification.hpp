// Each straight-line function of a header run on a device, and what it gives compared with the contract.
//
// Promises: GMP is the judge, neither our host code nor our interpreter. Proofs are left to verification.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/device_cases.hpp"
#include "cli/verification.hpp"

namespace limbsmith::cli {

struct DeviceVerification {
    std::string name;
    eval::Trial trial;
};

struct DeviceReport {
    check::subject machine;  // device, driver and compiler
    std::vector<DeviceVerification> functions;
};

// Function i by the kernel emit::function_kernel(i) of `device`, in the order of the functions.
std::vector<DeviceVerification> verify_on(const Compute& device,
                                          const std::vector<catalogue::Function>& functions,
                                          const Tests& tests);

// On the CUDA device here, whatever was checked before. `header` is the text of the functions in namespace
// `name`. Throws NoDevice where there is none.
DeviceReport verify_on_device(const std::string& name, const std::vector<catalogue::Function>& functions,
                              const std::string& header, const Tests& tests);

std::string table(const DeviceReport& report);
nlohmann::ordered_json json(const DeviceReport& report);
// Throws Error (refuted) where a function is wrong: with the first of them, its inputs, device, driver and
// compiler.
void require_right(const DeviceReport& report);

}  // namespace limbsmith::cli
