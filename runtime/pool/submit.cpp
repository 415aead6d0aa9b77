// Execution of a pool's recorded computations, and reclaiming memory.
#include <algorithm>

#include "limbsmith/pool/pool.hpp"
#include "operation/integers.hpp"

namespace limbsmith::pool {

void Pool::submit(const std::function<void(double)>& progress) {
    const double count = double(pending());
    size_t done = 0;  // computations
    uint32_t levels = 0;
    const auto forget = [&] {
        levels_.erase(levels_.begin(), levels_.begin() + levels);
        done_ += levels;
        pending_ -= done;
    };
    engine_->need_slots(static_cast<uint32_t>(entries_.size()));
    try {
        const std::vector<span<const Computation>> all(levels_.begin(), levels_.end());
        std::function<void(size_t)> report;
        if (progress) report = [&](size_t more) { progress(double(done + more) / count); };
        while (levels < all.size()) {
            const size_t computed = engine_->run_levels({&all[levels], all.size() - levels}, report);
            for (size_t k = 0; k < computed; ++k) done += all[levels++].size();
        }
    } catch (...) {
        forget();
        throw;
    }
    levels_.clear();
    pending_ = 0;
    done_ = 0;
    ++epoch_;
}

void Pool::compact() {
    std::vector<bool> is_needed(entries_.size());
    for (const auto& level : levels_)
        for (const Computation& it : level)
            for (int i = 0; i < signature(it.operation).operands; ++i)
                is_needed[it.operands[static_cast<size_t>(i)]] = true;
    std::vector<uint32_t> kept;
    free_slots_.clear();
    lone_slots_.clear();
    for (auto slot = static_cast<uint32_t>(entries_.size()); slot-- > 0;) {
        Entry& it = entries_[slot];
        if (level_of(it) != 0) continue;  // not computed
        if (it.stamp != 0 && (!it.is_freed || is_needed[slot])) {
            kept.push_back(slot);
        } else {
            it = Entry{};  // with the stamp that no number has
            free_slots_.push_back(slot);
        }
    }
    std::ranges::reverse(kept);
    engine_->compact(kept);
}

}  // namespace limbsmith::pool
