#include "cli/line_chunks.hpp"

#include <algorithm>
#include <utility>

namespace limbsmith::cli {

LineChunks::LineChunks(BatchReader& reader, Batch& batch, size_t most, size_t gpus)
    : reader_(reader), batch_(batch), most_(most) {
    reader_.read(batch_, most_);
    after_ = reader_.progress();
    lines_of_chunk_ = session::share_of(batch_.count, gpus);
}

session::Stages LineChunks::stages() const {
    return is_one_block() && lines_of_chunk_ == batch_.count ? session::Stages::in_turn
                                                             : session::Stages::at_once;
}

double LineChunks::filled_part() const {
    const double of_block = batch_.count == 0 ? 1 : double(filled_) / double(batch_.count);
    return before_ + (after_ - before_) * of_block;
}

bool LineChunks::fill(session::Chunk& chunk) {
    const bool is_first = !std::exchange(is_begun_, true);
    if (!is_first && filled_ == batch_.count) {
        before_ = after_;
        reader_.read(batch_, most_);
        after_ = reader_.progress();
        filled_ = 0;
    }
    const size_t lines = std::min(lines_of_chunk_, batch_.count - filled_);
    chunk.before = filled_part();
    chunk.hold(lines);
    for (size_t k = 0; k < batch_.operands.size(); ++k) {
        const runtime::Numbers& from = batch_.operands[k];
        uint32_t* to = chunk.operand(k);
        for (int limb = 0; limb < from.limbs; ++limb) to = std::copy_n(from.row(limb) + filled_, lines, to);
    }
    filled_ += lines;
    chunk.after = filled_part();
    return is_first || lines != 0;
}

}  // namespace limbsmith::cli
