#include "session/chunks.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include "device/on_gpu.hpp"
#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "session/stages.hpp"

namespace limbsmith::session {
namespace {

// One for each stage and one more, so that none waits for the slot of another.
constexpr size_t slots_on_host = 4, slots_on_device = 6;

size_t slots(Stages stages, size_t many) { return stages == Stages::in_turn ? 1 : many; }

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

size_t numbers_of_chunk(size_t words, const std::vector<runtime::Device>& gpus) {
    constexpr size_t most_on_host = 1 << 21, most_on_device = 1 << 24;
    constexpr size_t least_share = 8;  // of the memory of a GPU, for all slots
    // all cores have work with numbers of any length
    if (gpus.empty()) return std::max<size_t>(2 * engine::cores(), most_on_host / words);
    size_t fit = most_on_device;
    for (const runtime::Device& it : gpus)
        fit = std::min(fit, it.memory_bytes() / least_share / slots_on_device / sizeof(uint32_t));
    return std::max<size_t>(2 * engine::cores(), fit / words);
}

size_t numbers_of_chunk(size_t words, const std::vector<runtime::Device>& gpus, size_t numbers) {
    return std::max<size_t>(std::min(numbers_of_chunk(words, gpus), share_of(numbers, gpus.size())), 1);
}

size_t share_of(size_t numbers, size_t gpus) {
    return gpus < 2 ? numbers : numbers / gpus + (numbers % gpus != 0);
}

void in_chunks(const NumberWords& words, Stages stages, const std::vector<Compute>& computers,
               const Fill& fill, const Drain& drain) {
    const size_t lines = stages == Stages::in_turn ? 1 : computers.size();
    std::vector<Chunk> chunks;
    for (size_t k = 0; k < lines * slots(stages, slots_on_host); ++k)
        chunks.emplace_back(words, std::nullopt);
    const auto compute = [&](size_t slot) {
        Done& done = chunks[slot].done;
        done = computers[slot % lines](chunks[slot]);
        done.seconds /= static_cast<double>(lines);
    };
    in_stages(
        chunks.size(), [&](size_t slot) { return fill(chunks[slot]); },
        {compute, [&](size_t slot) { drain(chunks[slot]); }}, lines);
}

void in_chunks(const std::vector<GpuKernels>& gpus, size_t most, Stages stages, const Fill& fill,
               const Drain& drain) {
    const size_t lines = stages == Stages::in_turn ? 1 : gpus.size(),
                 all = lines * slots(stages, slots_on_device);
    std::vector<Chunk> chunks;
    std::deque<runtime::BatchChunks> on_gpus;
    const auto each = [&](size_t gpu, const auto& work) {
        runtime::on_gpu(gpus[gpu].kernels->on(), gpus.size(), work);
    };
    for (size_t k = 0; k < all; ++k)
        chunks.emplace_back(NumberWords{gpus[0].shape.inputs, gpus[0].shape.results},
                            gpus[k % lines].kernels->on());
    for (size_t k = 0; k < lines; ++k)
        each(k, [&] { on_gpus.emplace_back(*gpus[k].kernels, gpus[k].shape, most, all / lines); });
    std::vector<runtime::Device> devices;  // those that have chunks
    for (size_t k = 0; k < lines; ++k) devices.push_back(gpus[k].kernels->on());
    const std::string by = runtime::names(devices);
    // The chunk in a slot, with the GPU that has it and its number there.
    const auto stage = [&](const auto& work) {
        return [&, work](size_t slot) {
            each(slot % lines, [&] { work(chunks[slot], on_gpus[slot % lines], slot / lines); });
        };
    };
    in_stages(
        all, [&](size_t slot) { return fill(chunks[slot]); },
        {stage([](Chunk& chunk, runtime::BatchChunks& gpu, size_t slot) {
             std::vector<runtime::OperandRows> operands;
             for (const eval::Column& it : chunk.operands) operands.push_back({it.data, it.count});
             gpu.upload(slot, operands, chunk.count);
         }),
         stage([&](Chunk& chunk, runtime::BatchChunks& gpu, size_t slot) {
             chunk.done = {by, gpu.compute(slot) / static_cast<double>(lines)};
         }),
         stage(
             [](Chunk& chunk, runtime::BatchChunks& gpu, size_t slot) { gpu.download(slot, chunk.results); }),
         [&](size_t slot) { drain(chunks[slot]); }},
        lines);
}

}  // namespace limbsmith::session
