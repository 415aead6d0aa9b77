// The lines of operand files as chunks (session/chunks.hpp). Files are read in blocks; several GPUs share each block.
#pragma once

#include "cli/batch.hpp"
#include "session/chunks.hpp"

namespace limbsmith::cli {

class LineChunks {
  public:
    // Reads the first block, of up to `most` lines, into the batch. Each of the GPUs has a part of it. Throws as
    // BatchReader. requires: the reader and the batch outlive it.
    LineChunks(BatchReader& reader, Batch& batch, size_t most, size_t gpus);

    // Whether the first block has all lines.
    bool is_one_block() const { return batch_.count < most_; }
    size_t lines_of_chunk() const { return lines_of_chunk_; }
    session::Stages stages() const;
    // Copies the next lines into the chunk, and says which part of the files they are. If there are no lines, there is one chunk.
    bool fill(session::Chunk& chunk);

  private:
    double filled_part() const;

    BatchReader& reader_;
    Batch& batch_;
    size_t most_, lines_of_chunk_;
    size_t filled_ = 0;          // lines of the block that chunks have
    double before_ = 0, after_;  // the part of all files before the block, and with it
    bool is_begun_ = false;
};

}  // namespace limbsmith::cli
