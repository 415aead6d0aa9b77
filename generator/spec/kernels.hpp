// Sources with kernels around a header, as users and sessions ask for them.
#pragma once

#include <string>
#include <vector>

namespace limbsmith {

enum class Kernels {
    // A source for nvcc, or plain C++, that registers kernels with limbsmith::apply for three layouts: all
    // operands and results limb-major; all number-major; interleaved operands with limb-major results.
    batch,
    // A program for nvcc that times the operations in every layout and in registers.
    bench,
    // A program for nvcc that compares the operations on the device with those on the host.
    selftest,
};
// Parses `batch`, `bench` or `selftest`. Throws usage_error for any other text.
Kernels parse_kernels(const std::string& text);
std::string to_string(Kernels kind);

// How the numbers that a kernel is given lie: limb by limb, in one piece each, or as one number for all.
enum class CallPlace { limb_major, number_major, one_for_all };

// A call of an operation, by the name of its type in ops, on arrays of a device whose blocks have so many bytes of shared memory.
struct KernelCall {
    std::string operation;
    std::vector<CallPlace> outputs, inputs;
    int most_shared;
    bool is_large = false;  // so that tiles for large batches are faster
};

}  // namespace limbsmith
