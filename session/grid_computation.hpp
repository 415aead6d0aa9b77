// A function on numbers of any length, each with all of a GPU, or by GMP on all cores of the host. Several GPUs have chunks of a batch
// in turn.
//
// Promises: results are those of GridFunction::by_gmp. Kernels were compared with GMP before their first use with this
// device, driver and compiler (grid/self_check.hpp).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "device/device.hpp"
#include "session/chunks.hpp"
#include "session/grid_function.hpp"

namespace limbsmith::grid {
class Gpu;
}

namespace limbsmith::session {

class GridComputation {
  public:
    // On the host where there are no GPUs.
    GridComputation(GridFunction function, std::vector<runtime::Device> gpus);
    ~GridComputation();

    const std::vector<runtime::Device>& gpus() const { return gpus_; }
    // To be called first, unless there is no GPU. Throws runtime::Error, WrongResult, of several GPUs with the name of one.
    void compile();

    // Operands have `words` limbs, the result GridFunction::result_words. Chunks are filled and drained in order. `progress` is told
    // how much of a chunk is done; where several are computed at the same time, only that it is. Throws as compile().
    using Progress = std::function<void(const Chunk&, double done)>;
    void compute(uint32_t words, const NumberWords& all_words, Stages stages, const Fill& fill,
                 const Drain& drain, const Progress& progress);

  private:
    Done by_gpu(grid::Gpu& gpu, const Chunk& chunk, uint32_t words) const;
    Done by_gmp(const Chunk& chunk, uint32_t words, const Progress& progress) const;

    GridFunction function_;
    std::vector<runtime::Device> gpus_;
    std::vector<std::unique_ptr<grid::Gpu>> machines_;  // of each GPU
};

}  // namespace limbsmith::session
