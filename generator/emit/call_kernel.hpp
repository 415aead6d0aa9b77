// The kernel of one operation of a header for arrays that a host has, which is compiled at run time.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "emit/operations.hpp"
#include "spec/kernels.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// A number that an operation takes or gives, as its header has it.
struct CallParameter {
    std::string name;  // a, remainder ...
    std::string type;  // num, elem, uint32_t ...
    int words;
};
struct CallSignature {
    std::vector<CallParameter> outputs, inputs;
    Meaning meaning;
    // Large batches have a kernel of their own, perhaps only where all arrays are number-major.
    bool has_large_tiles, are_number_major;
};

// The name of the kernel. Beside it its module has the words NAME_block, NAME_numbers and NAME_shared_bytes: threads and
// numbers of a block, and its shared memory.
std::string call_kernel_name(const std::string& operation);

// `operation` is the name of a type in ops (operations_model). requires: functions are catalogue::functions(spec). Throws
// unsupported if the header has no such type.
CallSignature call_signature(const Spec& spec, const std::vector<catalogue::Function>& functions,
                             const std::string& operation);
// The source of the kernel; it includes `header` and public headers. Its parameters are the number of numbers, then of
// each output and each input the address and the row. requires: functions and loops are those of the spec.
std::string call_kernel(const Spec& spec, const std::vector<catalogue::Function>& functions,
                        const catalogue::Loops& loops, const std::string& header, const KernelCall& call);

}  // namespace limbsmith::emit
