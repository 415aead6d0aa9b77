// Batches from device memory: see measurements.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "bench/loaded_kernel.hpp"
#include "bench/oracle.hpp"
#include "engine/parallel.hpp"
#include "limbsmith/error.hpp"
#include "measurements.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t tuples = 1 << 12;  // sets of operands that GMP evaluates
constexpr uint32_t block = 256;
constexpr int launches = 4;  // a timing, which hides the time of a launch

class Batch : public Measurement {
  public:
    Batch(std::shared_ptr<const HeaderFunction> function, std::shared_ptr<Kernel> kernel, Layout layout,
          size_t bytes)
        : subject_(std::move(function)), kernel_(std::move(kernel)), layout_(layout), bytes_(bytes) {}

    void prepare(runtime::Stream& on, Row& row) override {
        const size_t one = sizeof(uint32_t) * (subject_->operand_words() + subject_->result_words());
        numbers_ = std::max<size_t>(bytes_ / one / (4 * block), 1) * 4 * block;
        loaded_.emplace(on, *kernel_, numbers_ * sizeof(uint32_t) * subject_->result_words(),
                        numbers_ * sizeof(uint32_t) * array_words());
        fill();
        grid_ = numbers_ / block / numbers_a_thread();
        function_ = loaded_->module.function("batch");
        row.place = "memory";
        row.layout = to_string(layout_);
        row.grid = grid_, row.block = block;
        row.registers = function_.registers, row.spilled_bytes = function_.local_bytes;
        row.results = double(numbers_);
        row.bytes = double(one);
    }

    double launch() override {
        void *out = loaded_->out.address(), *in = loaded_->in.address();
        return loaded_->on.seconds([&] {
            for (int i = 0; i < launches; ++i)
                loaded_->on.launch(function_, grid_, block, {&out, &in, &numbers_});
        }) / launches;
    }

    // Compares all results.
    uint64_t check() override {
        std::vector<uint32_t> none{0};
        runtime::Buffer wrong(loaded_->on.device(), sizeof(uint32_t));
        runtime::Buffer expected(loaded_->on.device(), results_.size() * sizeof(uint32_t));
        wrong.upload(std::as_bytes(std::span(none)));
        expected.upload(std::as_bytes(std::span(results_)));
        void *count = wrong.address(), *out = loaded_->out.address(), *from = expected.address();
        uint32_t sets = tuples;
        loaded_->on.launch(loaded_->module.function("compare"), numbers_ / block, block,
                           {&count, &out, &from, &sets, &numbers_});
        loaded_->on.synchronize();
        if (const uint32_t bad = words_of(wrong)[0]) {
            throw runtime::Error(fmt::format("{} at {} bits: {} of {} numbers do not agree with GMP",
                                             subject_->name, subject_->width.bits, bad, numbers_));
        }
        return numbers_;
    }

    void release() override { loaded_.reset(); }

  private:
    // The words of the operand arrays for each number; interleaved arrays have rows of equal length.
    size_t array_words() const {
        if (layout_ != Layout::interleaved) return subject_->operand_words();
        size_t longest = 0;
        for (const ir::Input& input : subject_->meaning.inputs)
            longest = std::max(longest, input.words.size());
        return longest * subject_->meaning.inputs.size();
    }

    // Puts operands on the device, and GMP's results into results_.
    void fill() {
        std::vector<uint32_t> operands;
        eval::Samples samples(1);
        Oracle drawing(*subject_);
        for (uint32_t k = 0; k < tuples; ++k) {
            const std::vector<uint32_t> set = drawing.draw(samples);
            operands.insert(operands.end(), set.begin(), set.end());
        }
        const size_t in_words = subject_->operand_words(), out_words = subject_->result_words();
        results_.resize(tuples * out_words);
        engine::parallel_ranges(tuples, 256, [&] {
            return [&, oracle = std::make_shared<Oracle>(*subject_)](size_t first, size_t last) {
                for (size_t k = first; k < last; ++k) {
                    std::ranges::copy((*oracle)(std::span(operands).subspan(k * in_words, in_words)),
                                      results_.begin() + k * out_words);
                }
            };
        });
        runtime::Buffer sets(loaded_->on.device(), operands.size() * sizeof(uint32_t));
        sets.upload(std::as_bytes(std::span(operands)));
        loaded_->out.fill(0xA5);
        void *in = loaded_->in.address(), *from = sets.address();
        uint32_t count = tuples;
        loaded_->on.launch(loaded_->module.function("fill"), numbers_ / block, block,
                           {&in, &from, &count, &numbers_});
        loaded_->on.synchronize();
    }

    // Numbers that a thread computes, as the kernel tells.
    uint64_t numbers_a_thread() {
        runtime::Buffer pack(loaded_->on.device(), sizeof(uint32_t));
        void *to = pack.address(), *out = loaded_->out.address(), *in = loaded_->in.address();
        loaded_->on.launch(loaded_->module.function("pack_of"), 1, 1, {&to, &out, &in, &numbers_});
        loaded_->on.synchronize();
        return words_of(pack)[0];
    }

    std::shared_ptr<const HeaderFunction> subject_;
    std::shared_ptr<Kernel> kernel_;
    Layout layout_;
    size_t bytes_;
    unsigned long long numbers_ = 0;
    uint64_t grid_ = 0;
    std::vector<uint32_t> results_;
    std::optional<Loaded> loaded_;
    runtime::Function function_{};
};

}  // namespace

std::unique_ptr<Measurement> measure_batch(std::shared_ptr<const HeaderFunction> function,
                                           std::shared_ptr<Kernel> kernel, Layout layout, size_t bytes) {
    return std::make_unique<Batch>(std::move(function), std::move(kernel), layout, bytes);
}

}  // namespace limbsmith::bench
