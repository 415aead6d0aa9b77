#include "cli/number_output.hpp"

namespace limbsmith::cli {

NumberOutput::NumberOutput(const std::string& path, runtime::Layout layout, runtime::Radix radix)
    : output_(path), is_raw_(path.ends_with(".bin")), layout_(layout), radix_(radix) {}

void NumberOutput::append(std::span<const runtime::Column> columns) {
    if (!is_raw_) return output_.append(to_text(columns, radix_));
    const runtime::Numbers& numbers = columns[0].numbers;
    if (layout_ == runtime::Layout::number_major) return output_.append(to_bytes(numbers, layout_));
    if (!blocks_) blocks_.emplace();
    blocks_->append(to_bytes(numbers, layout_));
    counts_.push_back(numbers.count);
    limbs_ = numbers.limbs;
}

// A limb of all blocks, then the next one.
void NumberOutput::write_limbs() {
    constexpr size_t size = sizeof(uint32_t);
    std::string limbs;
    for (int i = 0; i < limbs_; ++i) {
        uint64_t block = 0;
        for (const size_t count : counts_) {
            limbs.resize(count * size);
            blocks_->read_at(block + i * count * size, limbs);
            output_.append(limbs);
            block += limbs_ * count * size;
        }
    }
}

void NumberOutput::finish() {
    if (blocks_) write_limbs();
    output_.finish();
}

}  // namespace limbsmith::cli
