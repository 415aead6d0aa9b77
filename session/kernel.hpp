// The kernel of an operation for arrays that lie in certain ways, on one GPU.
//
// Promises: its source is proved. It is compiled once for a machine, kept on disk, and compared with the contract before
// its first use there.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "device/module.hpp"
#include "device/stream.hpp"
#include "session/source.hpp"

namespace limbsmith::session {

// An array as a kernel takes it.
struct Argument {
    uint32_t* address;
    unsigned long long row;
};

class Kernel {
  public:
    // A type in ops of the header of `spec` is the operation. `description` says which spec that is. Throws Error,
    // runtime::Error, WrongResult.
    Kernel(const std::string& description, const std::string& operation, const std::function<Spec()>& spec,
           const Places& places, const runtime::Device& device);

    // Starts it on the stream. requires: arguments lie as Places say, results first.
    void launch(runtime::Stream& on, unsigned long long count, const std::vector<Argument>& arguments) const;

  private:
    runtime::Function function_;
    unsigned block_ = 0, numbers_ = 0;
};

// The operands and results of an operation; kept on disk as well.
struct Signature {
    std::vector<emit::CallParameter> outputs, inputs;
    bool has_large_tiles, are_number_major;  // of emit::CallSignature
};
Signature signature(const std::string& description, const std::string& operation,
                    const std::function<Spec()>& spec, const std::optional<runtime::Device>& device);

}  // namespace limbsmith::session
