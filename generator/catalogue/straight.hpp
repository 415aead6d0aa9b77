// Helper for operations that have one straight-line function.
#pragma once

#include <utility>

#include "catalogue/operation.hpp"

namespace limbsmith::catalogue {

inline std::vector<Function> straight(ir::Program program, std::string algorithm, std::string source) {
    return {{std::move(program), std::move(algorithm), std::move(source)}};
}

}  // namespace limbsmith::catalogue
