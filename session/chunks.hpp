// A batch of any length, computed in chunks (stages.hpp): on the host they are filled, computed and drained, on a GPU filled,
// uploaded, computed, downloaded and drained, all at the same time. Several GPUs have the chunks in turn.
//
// Promises: results do not depend on the chunks or the number of GPUs, nor does memory on the length of the batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "device/memory.hpp"
#include "eval/eval.hpp"
#include "jit/batch_chunks.hpp"
#include "session/host.hpp"

namespace limbsmith::session {

// The words of each operand and each result of a number.
struct NumberWords {
    std::vector<size_t> operands, results;

    static NumberWords of(const ir::Program& meaning);
    size_t all() const;
};

class Chunk {
  public:
    // For a GPU, room is memory that it copies from and to without a detour.
    Chunk(const NumberWords& words, std::optional<runtime::Device> device);

    // The chunk has so many numbers, whose places the filling says: operands and results that are null until then.
    void refer(size_t numbers);
    // The same with places in the chunk's own room: operands one after the other, in rows of `count`, then results.
    void hold(size_t numbers);
    // The room of an operand, for so many words of each number.
    uint32_t* operand(size_t k) { return room_[k]; }
    size_t operand_words(size_t k) const { return words_.operands[k]; }

    size_t count = 0;
    // Where operands are and where results go.
    std::vector<eval::Column> operands;
    std::vector<runtime::ResultRows> results;
    Done done{};                   // by the computation
    double before = 0, after = 1;  // the part of the batch that this is, for progress

  private:
    NumberWords words_;
    std::optional<runtime::Device> device_;
    std::unique_ptr<runtime::HostBuffer> pinned_;
    std::vector<uint32_t> plain_;
    std::vector<uint32_t*> room_;  // of each operand
};

// Makes the next chunk, of no more numbers than agreed; false after the last one.
using Fill = std::function<bool(Chunk&)>;
using Drain = std::function<void(Chunk&)>;

// How many numbers a chunk should have at most, so that chunks that are under way have little memory and long copies; on the host
// if there are no GPUs.
size_t numbers_of_chunk(size_t words, const std::vector<runtime::Device>& gpus);
// The same for so many numbers, that all GPUs have a part of them; at least 1.
size_t numbers_of_chunk(size_t words, const std::vector<runtime::Device>& gpus, size_t numbers);
// The greatest part of so many numbers that one of the GPUs has, if their parts are as equal as can be; all on the host.
size_t share_of(size_t numbers, size_t gpus);
// Whether the calling thread does one chunk after the other, as is best for a single one, or each stage has a thread.
enum class Stages { in_turn, at_once };

// Computes a chunk; writes results as Chunk::hold makes room for them.
using Compute = std::function<Done(Chunk&)>;
// Several computers, each by a function of its own, have the chunks in turn and work at the same time; seconds are divided by their
// number. Throw the exceptions of the stages, as in_stages.
void in_chunks(const NumberWords& words, Stages stages, const std::vector<Compute>& computers,
               const Fill& fill, const Drain& drain);

// The kernels of a GPU, and how numbers lie for one of them.
struct GpuKernels {
    runtime::BatchKernels* kernels;
    runtime::BatchShape shape;
};
// On one GPU or several, in order. Seconds of a chunk are those of its kernel, divided by the number of GPUs that work at the same
// time. Errors, of several GPUs: those of runtime with the name of the GPU; results of the chunks before have been drained.
void in_chunks(const std::vector<GpuKernels>& gpus, size_t most_numbers, Stages stages, const Fill& fill,
               const Drain& drain);

}  // namespace limbsmith::session
