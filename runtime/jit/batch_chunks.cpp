#include "jit/batch_chunks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace limbsmith::runtime {
namespace {

constexpr uint8_t poison = 0xA5;
constexpr size_t word = sizeof(uint32_t);

}  // namespace

BatchChunks::BatchChunks(BatchKernels& kernels, BatchShape shape, size_t most, size_t slots)
    : shape_(std::move(shape)),
      result_words_(std::accumulate(shape_.results.begin(), shape_.results.end(), size_t{0})),
      function_(kernels.function(shape_.kernel)),
      upload_(kernels.on(), Stream::Kind::separate),
      compute_(kernels.on(), Stream::Kind::separate),
      download_(kernels.on(), Stream::Kind::separate) {
    if (shape_.large) large_ = kernels.function(shape_.large->kernel);
    for (size_t k = 0; k < slots; ++k) {
        Slot& slot = slots_.emplace_back(Slot{Buffer(kernels.on(), result_words_ * most * word), {}});
        for (const size_t words : shape_.inputs) slot.inputs.emplace_back(kernels.on(), words * most * word);
    }
}

void BatchChunks::upload(size_t k, std::span<const OperandRows> inputs, size_t numbers) {
    Slot& slot = slots_[k];
    slot.numbers = numbers;
    if (numbers == 0) return;
    start_fill(upload_, slot.result.address(), poison, result_words_ * numbers * word);
    for (size_t i = 0; i < inputs.size(); ++i)
        start_copy_to_device(upload_, slot.inputs[i].address(), inputs[i].words, inputs[i].row * word,
                             numbers * word, shape_.inputs[i]);
    upload_.synchronize();
}

BatchChunks::Launch BatchChunks::launch_of(size_t numbers) const {
    size_t most = result_words_;
    for (const size_t words : shape_.inputs) most = std::max(most, words);
    if (!large_ || shape_.grid || numbers < shape_.large->least || numbers > UINT32_MAX / most)
        return {function_, shape_.lanes, shape_.block};
    return {*large_, shape_.large->lanes, shape_.large->block};
}

double BatchChunks::compute(size_t k) {
    Slot& slot = slots_[k];
    if (slot.numbers == 0) return 0;
    // the result, then the inputs: the order of the kernel's parameters
    std::vector<void*> addresses{slot.result.address()}, arguments;
    for (const Buffer& it : slot.inputs) addresses.push_back(it.address());
    for (void*& it : addresses) arguments.push_back(&it);
    arguments.push_back(&slot.numbers);
    const Launch by = launch_of(slot.numbers);
    const uint64_t needed = (slot.numbers * by.lanes + by.block - 1) / by.block;
    return compute_.seconds(
        [&] { compute_.launch(by.function, shape_.grid ? shape_.grid : needed, by.block, arguments); });
}

void BatchChunks::download(size_t k, std::span<const ResultRows> results) {
    Slot& slot = slots_[k];
    if (slot.numbers == 0) return;
    auto* from = static_cast<const char*>(slot.result.address());
    const size_t bytes = slot.numbers * word;
    for (const ResultRows& to : results) {
        start_copy_from_device(download_, to.words, to.row * word, from, bytes, to.count);
        from += to.count * bytes;
    }
    download_.synchronize();
}

}  // namespace limbsmith::runtime
