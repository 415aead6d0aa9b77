// What `verify --machine` prints.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/machine_code.hpp"

namespace limbsmith::cli {

struct MachineReport {
    nlohmann::ordered_json subject;  // what the header is for
    std::string compiler;            // the version of ptxas
    std::vector<MachineCode> code;
};

std::string table(const MachineReport& report);
std::string json(const MachineReport& report);

// Throws Error (refuted) where a function is wrong, naming it, the compiler and the first inputs.
void require_right(const MachineReport& report);

}  // namespace limbsmith::cli
