// The lines of operand files as chunks (session/chunks.hpp). Files are read in blocks; several GPUs share each block.
#pragma once

#include <functional>
#include <vector>

#include "files/numbers.hpp"
#include "session/chunks.hpp"

namespace limbsmith::cli {

class LineChunks {
  public:
    struct Lines {
        size_t count;
        const std::vector<runtime::Numbers>* operands;
    };
    // The next lines, as many as are wanted unless the files end; the part of the files that is read, from 0 to 1.
    using Read = std::function<Lines(size_t most)>;
    using ReadPart = std::function<double()>;

    // Reads the first block, of up to `most` lines. Each of the GPUs has a part of it. Throws as `read`.
    LineChunks(Read read, ReadPart read_part, size_t most, size_t gpus);

    // Whether the first block has all lines.
    bool is_one_block() const { return block_.count < most_; }
    size_t lines_of_chunk() const { return lines_of_chunk_; }
    session::Stages stages() const;
    // Copies the next lines into the chunk, with zeros above numbers that have fewer words there, and says which part of the files they
    // are. If there are no lines, there is one chunk.
    bool fill(session::Chunk& chunk);

  private:
    double filled_part() const;

    Read read_;
    ReadPart read_part_;
    size_t most_, lines_of_chunk_;
    Lines block_;
    size_t filled_ = 0;          // lines of the block that chunks have
    double before_ = 0, after_;  // the part of all files before the block, and with it
    bool is_begun_ = false;
};

}  // namespace limbsmith::cli
