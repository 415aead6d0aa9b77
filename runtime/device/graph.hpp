// Kernels of a GPU that are started together, in a fraction of the time that the host takes to launch each of them.
#pragma once

#include <functional>
#include <string>

#include "device/stream.hpp"

struct CUgraphExec_st;  // CUgraphExec in <cuda.h>

namespace limbsmith::runtime {

class Graph {
  public:
    // Records the work that `give` starts on a stream of its own; nothing is done yet. `name`: for messages. requires:
    // `give` waits for no work and copies nothing between host and device; the memory and the code of its kernels are
    // there as long as the graph is launched. Errors: those of `give`; Error if the driver cannot record the work.
    Graph(const Device& device, std::string name, const std::function<void(Stream& on)>& give);
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    // Starts the work on a stream of the same GPU, which may be the standard one. Errors: Error.
    void launch(Stream& on) const;

  private:
    Device device_;
    std::string name_;
    CUgraphExec_st* handle_ = nullptr;
};

}  // namespace limbsmith::runtime
