// A batch kernel with room on the GPU for chunks of a batch.
//
// Promises: each stage of a chunk returns when it is done. Stages of different slots may run at the same time, one thread for
// each stage: then a chunk is uploaded while another one is computed and a third one is downloaded.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/memory.hpp"
#include "device/stream.hpp"
#include "jit/batch.hpp"

namespace limbsmith::runtime {

// Word i of number t is at words[i·row + t].
struct OperandRows {
    const uint32_t* words;
    size_t row;
};
struct ResultRows {
    uint32_t* words;
    size_t row;
    size_t count;  // rows
};

// How numbers lie in a kernel's arrays, and how it is launched (BatchJob).
struct BatchShape {
    std::string kernel;
    std::vector<size_t> inputs;   // words of a number of each
    std::vector<size_t> results;  // the same, of one array with one result after the other
    uint32_t lanes = 1, block = 128;
    uint64_t grid = 0;
    // Another kernel on the same arrays, for `least` numbers or more while each array has at most 2^32 words.
    struct Large {
        std::string kernel;
        uint32_t lanes, block;
        uint64_t least;
    };
    std::optional<Large> large{};
};

class BatchChunks {
  public:
    // requires: `kernels` outlives it. Errors: OutOfMemory; Error if there is no such kernel.
    BatchChunks(BatchKernels& kernels, BatchShape shape, size_t most_numbers, size_t slots);

    // Up to `most_numbers` numbers of each input. Copies are fast from memory of a HostBuffer alone. Errors: Error.
    void upload(size_t slot, std::span<const OperandRows> inputs, size_t numbers);
    // Returns the seconds of the kernel. Errors: Error. requires: the slot was uploaded.
    double compute(size_t slot);
    // All rows of the result, in order; words that the kernel did not write are 0xA5A5A5A5. requires: the slot was computed.
    void download(size_t slot, std::span<const ResultRows> results);

  private:
    struct Slot {
        Buffer result;
        std::vector<Buffer> inputs;
        unsigned long long numbers = 0;
    };

    // How so many numbers are computed.
    struct Launch {
        const Function& function;
        uint32_t lanes, block;
    };
    Launch launch_of(size_t numbers) const;

    BatchShape shape_;
    size_t result_words_;
    Function function_;
    std::optional<Function> large_;
    std::vector<Slot> slots_;
    Stream upload_, compute_, download_;
};

}  // namespace limbsmith::runtime
