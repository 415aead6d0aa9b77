// Calls with arrays in memory of the host, of any length: chunks of them are computed there, or by GPUs.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/parallel.hpp"
#include "session/chunks.hpp"
#include "session/function.hpp"
#include "spec/error.hpp"

namespace limbsmith::detail {
namespace {

// Numbers copied by a thread at a time.
constexpr size_t step = 1 << 14;

template <class Work>
void on_ranges(size_t count, const Work& work) {
    engine::parallel_ranges(count, step, [&] { return work; });
}

// Numbers first, first + 1, ... of an array as `words` rows of `count` words; rows that the array does not have are 0.
void copy_from(const array_state& from, size_t first, size_t words, size_t count, uint32_t* rows) {
    on_ranges(count, [&](size_t begin, size_t end) {
        for (size_t i = 0; i < words; ++i) {
            uint32_t* const to = rows + i * count;
            if (i >= static_cast<size_t>(from.words) || from.is_one_for_all)
                std::fill(to + begin, to + end, i < static_cast<size_t>(from.words) ? from.address[i] : 0);
            else
                for (size_t t = begin; t < end; ++t) to[t] = from.address[from.at(i, first + t)];
        }
    });
}

// The reverse: words of the array beyond the rows become 0.
void copy_to(const array_state& to, size_t first, const runtime::ResultRows& rows, size_t count) {
    on_ranges(count, [&](size_t begin, size_t end) {
        for (size_t i = 0; i < static_cast<size_t>(to.words); ++i)
            for (size_t t = begin; t < end; ++t)
                to.address[to.at(i, first + t)] = i < rows.count ? rows.words[i * rows.row + t] : 0;
    });
}

// The arrays of a call, results first, as chunks.
class ArrayChunks {
  public:
    ArrayChunks(const std::vector<std::shared_ptr<array_state>>& all, size_t results,
                session::NumberWords words, const std::vector<runtime::Device>& gpus)
        : all_(all),
          results_(results),
          words_(std::move(words)),
          most_(session::numbers_of_chunk(words_.all(), gpus, count())) {
        needs_room_ = words_.results.size() > results_;
        for (size_t k = 0; k < all_.size(); ++k) {
            const array_state& it = *all_[k];
            const size_t own = k < results_ ? words_.results[k] : words_.operands[k - results_];
            is_direct_.push_back(!gpus.empty() && it.pinned && !it.is_one_for_all &&
                                 it.order == arrangement::limb_major && static_cast<size_t>(it.words) == own);
            needs_room_ = needs_room_ || !is_direct_.back();
        }
    }

    size_t most() const { return most_; }
    session::Stages stages() const {
        return count() <= most_ ? session::Stages::in_turn : session::Stages::at_once;
    }

    bool fill(session::Chunk& chunk) {
        const size_t numbers = std::min(most_, count() - filled_);
        needs_room_ ? chunk.hold(numbers) : chunk.refer(numbers);
        for (size_t k = 0; k < all_.size(); ++k) {
            const array_state& it = *all_[k];
            uint32_t* const there = it.address + filled_;
            const auto row = static_cast<size_t>(it.row);
            if (k < results_) {
                if (is_direct_[k]) chunk.results[k] = {there, row, words_.results[k]};
            } else if (is_direct_[k]) {
                chunk.operands[k - results_] = {there, row};
            } else {
                copy_from(it, filled_, words_.operands[k - results_], numbers, chunk.operand(k - results_));
            }
        }
        filled_ += numbers;
        return numbers != 0;
    }

    void drain(session::Chunk& chunk) {
        for (size_t k = 0; k < results_; ++k)
            if (!is_direct_[k]) copy_to(*all_[k], drained_, chunk.results[k], chunk.count);
        drained_ += chunk.count;
    }

  private:
    size_t count() const { return all_[0]->size; }

    const std::vector<std::shared_ptr<array_state>>& all_;
    size_t results_;
    session::NumberWords words_;
    size_t most_;
    std::vector<bool> is_direct_;  // GPUs copy from or to the array itself
    bool needs_room_;
    size_t filled_ = 0, drained_ = 0;
};

}  // namespace

void function_state::require_meaning(const ir::Program& meaning) {
    const session::Signature& names = signature();
    const auto unknown = [&](const char* parameters) {
        return unsupported(
            fmt::format("{} is not for arrays of the host: its {} have no form there; the nearest is a GPU "
                        "and its arrays",
                        name(), parameters));
    };
    if (meaning.inputs.size() != names.inputs.size()) throw unknown("operands");
    // The meaning may have more results: the carry of a sum.
    if (meaning.outputs.size() < names.outputs.size()) throw unknown("results");
}

const ir::Program& function_state::made_for_chunks() {
    const std::vector<runtime::Device>& gpus = of.session->gpus;
    if (gpus.empty()) {
        if (!host_) host_.emplace(of.spec(operation, expression), operation);
        return host_->meaning();
    }
    if (!on_gpus_) on_gpus_.emplace(of.spec(operation, expression), operation, gpus);
    return on_gpus_->meaning();
}

void function_state::by_chunks(const Arrays& all, const std::function<void()>& between) {
    const std::lock_guard lock(chunks_mutex_);
    const ir::Program& meaning = made_for_chunks();
    require_meaning(meaning);
    const auto words = session::NumberWords::of(meaning);
    ArrayChunks chunks(all, signature().outputs.size(), words, of.session->gpus);
    const session::Fill fill = [&](session::Chunk& chunk) {
        if (between) between();
        return chunks.fill(chunk);
    };
    const session::Drain drain = [&](session::Chunk& chunk) { chunks.drain(chunk); };
    if (on_gpus_) return on_gpus_->compute(chunks.most(), chunks.stages(), fill, drain);
    const auto compute = [&](session::Chunk& chunk) {
        return host_->compute(chunk.operands, chunk.count, chunk.results[0].words);
    };
    session::in_chunks(words, chunks.stages(), {compute}, fill, drain);
}

}  // namespace limbsmith::detail
