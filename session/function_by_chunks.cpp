// Calls with arrays in memory of the host, of any length: chunks of them are computed there, or by a GPU.
#include <fmt/format.h>

#include <algorithm>

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

// Whether a GPU copies from and to the array itself.
bool is_direct(const array_state& it, size_t words) {
    return it.pinned && !it.is_one_for_all && it.order == arrangement::limb_major &&
           static_cast<size_t>(it.words) == words;
}

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

void function_state::by_chunks(const Arrays& all) {
    const std::lock_guard lock(chunks_mutex_);
    const std::optional<runtime::Device>& device = of.session->device;
    if (device && !chunks_on_device_)
        chunks_on_device_.emplace(of.spec(operation, expression), operation, *device);
    if (!device && !host_) host_.emplace(of.spec(operation, expression), operation);
    const ir::Program& meaning = device ? chunks_on_device_->meaning() : host_->meaning();
    require_meaning(meaning);
    const auto words = session::NumberWords::of(meaning);
    const size_t count = all[0]->size, results = signature().outputs.size(),
                 most = session::numbers_of_chunk(words.all(), device);
    size_t filled = 0, drained = 0;
    const auto array_of = [&](size_t operand) -> const array_state& { return *all[results + operand]; };

    const session::Fill fill = [&](session::Chunk& chunk) {
        const size_t numbers = std::min(most, count - filled);
        chunk.hold(numbers);
        for (size_t k = 0; k < words.operands.size(); ++k) {
            const array_state& from = array_of(k);
            if (device && is_direct(from, words.operands[k]))
                chunk.operands[k] = {from.address + filled, static_cast<size_t>(from.row)};
            else
                copy_from(from, filled, words.operands[k], numbers, chunk.operand(k));
        }
        for (size_t k = 0; device && k < results; ++k)
            if (is_direct(*all[k], words.results[k]))
                chunk.results[k] = {all[k]->address + filled, static_cast<size_t>(all[k]->row),
                                    words.results[k]};
        filled += numbers;
        return numbers != 0;
    };
    const session::Drain drain = [&](session::Chunk& chunk) {
        for (size_t k = 0; k < results; ++k)
            if (!device || !is_direct(*all[k], words.results[k]))
                copy_to(*all[k], drained, chunk.results[k], chunk.count);
        drained += chunk.count;
    };
    const auto stages = count <= most ? session::Stages::in_turn : session::Stages::at_once;
    if (device)
        return session::in_chunks(chunks_on_device_->kernels(), chunks_on_device_->shape(),
                                  std::min(most, count), stages, fill, drain);
    session::in_chunks(
        words, stages,
        [&](session::Chunk& chunk) {
            return host_->compute(chunk.operands, chunk.count, chunk.results[0].words);
        },
        fill, drain);
}

}  // namespace limbsmith::detail
