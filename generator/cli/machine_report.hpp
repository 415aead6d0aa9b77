// The output of `verify --machine`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/machine_code.hpp"

namespace limbsmith::cli {

struct MachineReport {
    nlohmann::ordered_json subject;  // the subject of the header
    std::string compiler;            // the version of ptxas
    std::vector<MachineCode> code;
};

std::string table(const MachineReport& report);
std::string json(const MachineReport& report);

// Throws Error (refuted) naming the first wrong function, the compiler and the first inputs.
void require_right(const MachineReport& report);

}  // namespace limbsmith::cli
