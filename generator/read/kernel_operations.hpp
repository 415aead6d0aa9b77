// The operations of a header as kernels name them from outside its namespace.
#pragma once

#include <string>
#include <vector>

#include "read/header.hpp"

namespace limbsmith::read {

struct KernelOperation {
    struct Parameter {
        std::string name, type;  // ::u131::num, uint32_t ...
    };
    std::string name, type;  // mul, ::u131::ops::mul
    std::vector<Parameter> inputs, outputs;
    std::string result;  // the type of all outputs
    bool is_asked;       // not there for others alone
    bool holds_modulus;
};
std::vector<KernelOperation> kernel_operations(const Proved& proved);

}  // namespace limbsmith::read
