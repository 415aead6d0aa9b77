#include "session/chunks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "session/stages.hpp"

namespace limbsmith::session {
namespace {

// One for each stage and one more, so that none waits for the slot of another.
constexpr size_t slots_on_host = 4, slots_on_device = 6;

std::vector<Chunk> slots(const NumberWords& words, Stages stages, size_t many,
                         const std::optional<runtime::Device>& device) {
    std::vector<Chunk> made;
    for (size_t k = 0; k < (stages == Stages::in_turn ? 1 : many); ++k) made.emplace_back(words, device);
    return made;
}

}  // namespace

NumberWords NumberWords::of(const ir::Program& meaning) {
    NumberWords made;
    for (const ir::Input& it : meaning.inputs) made.operands.push_back(it.words.size());
    for (const ir::Output& it : meaning.outputs) made.results.push_back(it.words.size());
    return made;
}

size_t NumberWords::all() const {
    return std::accumulate(operands.begin(), operands.end(), size_t{0}) +
           std::accumulate(results.begin(), results.end(), size_t{0});
}

Chunk::Chunk(const NumberWords& words, std::optional<runtime::Device> device)
    : words_(words), device_(std::move(device)) {}

void Chunk::refer(size_t numbers) {
    count = numbers;
    operands.assign(words_.operands.size(), {nullptr, numbers});
    results.clear();
    for (const size_t words : words_.results) results.push_back({nullptr, numbers, words});
}

void Chunk::hold(size_t numbers) {
    const size_t all = words_.all() * numbers, bytes = all * sizeof(uint32_t);
    if (!device_)
        plain_.resize(all);
    else if (!pinned_ || pinned_->size() < bytes)
        pinned_ = std::make_unique<runtime::HostBuffer>(*device_, bytes);
    refer(numbers);
    room_.clear();
    uint32_t* next = device_ ? static_cast<uint32_t*>(pinned_->address()) : plain_.data();
    for (size_t k = 0; k < operands.size(); ++k) {
        room_.push_back(next);
        operands[k].data = next;
        next += words_.operands[k] * numbers;
    }
    for (runtime::ResultRows& it : results) {
        it.words = next;
        next += it.count * numbers;
    }
}

size_t numbers_of_chunk(size_t words, const std::optional<runtime::Device>& device) {
    constexpr size_t most_on_host = 1 << 21, most_on_device = 1 << 24;
    constexpr size_t least_share = 8;  // of the memory of a GPU, for all slots
    // all cores have work with numbers of any length
    if (!device) return std::max<size_t>(2 * engine::cores(), most_on_host / words);
    const size_t fit = device->memory_bytes() / least_share / slots_on_device / sizeof(uint32_t);
    return std::max<size_t>(2 * engine::cores(), std::min(most_on_device, fit) / words);
}

void in_chunks(const NumberWords& words, Stages stages, const std::function<Done(Chunk&)>& compute,
               const Fill& fill, const Drain& drain) {
    std::vector<Chunk> chunks = slots(words, stages, slots_on_host, std::nullopt);
    in_stages(chunks.size(), [&](size_t slot) { return fill(chunks[slot]); },
              {[&](size_t slot) { chunks[slot].done = compute(chunks[slot]); },
               [&](size_t slot) { drain(chunks[slot]); }});
}

void in_chunks(runtime::BatchKernels& kernels, const runtime::BatchShape& shape, size_t most, Stages stages,
               const Fill& fill, const Drain& drain) {
    std::vector<Chunk> chunks = slots({shape.inputs, shape.results}, stages, slots_on_device, kernels.on());
    runtime::BatchChunks on_device(kernels, shape, most, chunks.size());
    const std::string name = kernels.device();
    const auto upload = [&](size_t slot) {
        std::vector<runtime::OperandRows> operands;
        for (const eval::Column& it : chunks[slot].operands) operands.push_back({it.data, it.count});
        on_device.upload(slot, operands, chunks[slot].count);
    };
    in_stages(chunks.size(), [&](size_t slot) { return fill(chunks[slot]); },
              {upload,
               [&](size_t slot) {
                   chunks[slot].done = {name, on_device.compute(slot)};
               },
               [&](size_t slot) { on_device.download(slot, chunks[slot].results); },
               [&](size_t slot) { drain(chunks[slot]); }});
}

}  // namespace limbsmith::session
