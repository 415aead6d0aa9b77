#include "cli/line_chunks.hpp"

#include <algorithm>
#include <utility>

namespace limbsmith::cli {

LineChunks::LineChunks(Read read, ReadPart read_part, size_t most, size_t gpus)
    : read_(std::move(read)), read_part_(std::move(read_part)), most_(most), block_(read_(most_)) {
    after_ = read_part_();
    lines_of_chunk_ = session::share_of(block_.count, gpus);
}

session::Stages LineChunks::stages() const {
    return is_one_block() && lines_of_chunk_ == block_.count ? session::Stages::in_turn
                                                             : session::Stages::at_once;
}

double LineChunks::filled_part() const {
    const double of_block = block_.count == 0 ? 1 : double(filled_) / double(block_.count);
    return before_ + (after_ - before_) * of_block;
}

bool LineChunks::fill(session::Chunk& chunk) {
    const bool is_first = !std::exchange(is_begun_, true);
    if (!is_first && filled_ == block_.count) {
        before_ = after_;
        block_ = read_(most_);
        after_ = read_part_();
        filled_ = 0;
    }
    const size_t lines = std::min(lines_of_chunk_, block_.count - filled_);
    chunk.before = filled_part();
    chunk.hold(lines);
    for (size_t k = 0; k < block_.operands->size(); ++k) {
        const runtime::Numbers& from = (*block_.operands)[k];
        uint32_t* to = chunk.operand(k);
        for (int limb = 0; limb < from.limbs; ++limb) to = std::copy_n(from.row(limb) + filled_, lines, to);
        std::fill(to, chunk.operand(k) + chunk.operand_words(k) * lines, 0);
    }
    filled_ += lines;
    chunk.after = filled_part();
    return is_first || lines != 0;
}

}  // namespace limbsmith::cli
