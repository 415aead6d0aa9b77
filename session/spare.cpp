#include "session/spare.hpp"

#include <utility>

namespace limbsmith::session {

std::unique_ptr<memory> Spare::take(unsigned long long words, place where) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = blocks_.lower_bound(words);
        if (found != blocks_.end() && found->first - words <= words / 4) {
            words_ -= found->first;
            return std::move(blocks_.extract(found).mapped());
        }
    }
    try {
        return std::make_unique<memory>(words, where);
    } catch (const OutOfMemory&) {
        const std::lock_guard lock(mutex_);
        if (blocks_.empty()) throw;
        blocks_.clear();
        words_ = 0;
    }
    return std::make_unique<memory>(words, where);
}

void Spare::give(std::unique_ptr<memory> block, const runtime::Device& device) {
    const unsigned long long words = block->words();
    const std::lock_guard lock(mutex_);
    if (most_ == 0) most_ = device.memory_bytes() / sizeof(uint32_t) / 4;
    if (words == 0 || words > most_ - words_) return;
    words_ += words;
    blocks_.emplace(words, std::move(block));
}

}  // namespace limbsmith::session
