// Batches of numbers over several threads, from device memory: see measurements.hpp.
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

constexpr size_t set_words = size_t{1} << 22;  // of operands that GMP evaluates
constexpr uint32_t most_sets = 1 << 12;
constexpr uint32_t copying_block = 128;
constexpr int repeats = 4;  // a timing, which hides the time of a launch

class LaneBatch : public Measurement {
  public:
    LaneBatch(std::shared_ptr<const BatchKernel> batch, std::shared_ptr<Kernel> kernel, size_t bits)
        : batch_(std::move(batch)), kernel_(std::move(kernel)), bits_(bits) {}

    void prepare(runtime::Stream& on, Row& row) override {
        const size_t in_words = batch_->operand_words(), out_words = batch_->result_words();
        numbers_ = std::max<size_t>(bits_ / static_cast<size_t>(batch_->width.bits), 1);
        loaded_.emplace(on, *kernel_, numbers_ * sizeof(uint32_t) * out_words,
                        numbers_ * sizeof(uint32_t) * in_words);
        fill();
        block_ = batch_->block;
        uint64_t numbers_of_block = block_ / static_cast<uint64_t>(batch_->width.lanes());
        if (batch_->tile) {
            block_ = batch_->tile->threads, numbers_of_block = batch_->tile->numbers;
            row.algorithm = fmt::format("tiles of {} numbers", numbers_of_block);
        }
        grid_ = (numbers_ + numbers_of_block - 1) / numbers_of_block;
        function_ = loaded_->module.function("batch");
        row.place = "memory";
        row.layout = to_string(Layout::number_major);
        row.grid = grid_, row.block = block_;
        row.registers = function_.registers, row.spilled_bytes = function_.local_bytes;
        row.results = double(numbers_);
        row.bytes = sizeof(uint32_t) * double(in_words + out_words);
    }

    double launch() override {
        void *out = loaded_->out.address(), *in = loaded_->in.address();
        return loaded_->on.seconds([&] {
            for (int i = 0; i < repeats; ++i)
                loaded_->on.launch(function_, grid_, block_, {&out, &in, &numbers_});
        }) / repeats;
    }

    // Compares all results.
    uint64_t check() override {
        std::vector<uint32_t> none{0};
        runtime::Buffer wrong(loaded_->on.device(), sizeof(uint32_t));
        runtime::Buffer expected(loaded_->on.device(), results_.size() * sizeof(uint32_t));
        wrong.upload(std::as_bytes(std::span(none)));
        expected.upload(std::as_bytes(std::span(results_)));
        void *count = wrong.address(), *out = loaded_->out.address(), *from = expected.address();
        loaded_->on.launch(loaded_->module.function("compare"), numbers_, copying_block,
                           {&count, &out, &from, &sets_, &numbers_});
        loaded_->on.synchronize();
        if (const uint32_t bad = words_of(wrong)[0]) {
            throw runtime::Error(fmt::format("{} at {} bits: {} words of {} numbers do not agree with GMP",
                                             batch_->name, batch_->width.bits, bad, numbers_));
        }
        return numbers_;
    }

    void release() override { loaded_.reset(); }

  private:
    // Puts operands on the device, edges and random numbers in turn, and GMP's results into results_.
    void fill() {
        const size_t in_words = batch_->operand_words(), out_words = batch_->result_words();
        sets_ = static_cast<uint32_t>(std::clamp<size_t>(set_words / in_words, 16, most_sets));
        std::vector<uint32_t> operands;
        eval::Samples samples(1);
        Oracle drawing(*batch_);
        for (uint32_t k = 0; k < sets_; ++k) {
            const std::vector<uint32_t> set = drawing.draw(samples, k % 4 == 3);
            operands.insert(operands.end(), set.begin(), set.end());
        }
        results_.resize(sets_ * out_words);
        engine::parallel_ranges(sets_, 16, [&] {
            return [&, oracle = std::make_shared<Oracle>(*batch_)](size_t first, size_t last) {
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
        loaded_->on.launch(loaded_->module.function("fill"), numbers_, copying_block,
                           {&in, &from, &sets_, &numbers_});
        loaded_->on.synchronize();
    }

    std::shared_ptr<const BatchKernel> batch_;
    std::shared_ptr<Kernel> kernel_;
    size_t bits_;
    unsigned long long numbers_ = 0;
    uint32_t sets_ = 0, block_ = 0;
    uint64_t grid_ = 0;
    std::vector<uint32_t> results_;
    std::optional<Loaded> loaded_;
    runtime::Function function_{};
};

}  // namespace

std::unique_ptr<Measurement> measure_lane_batch(std::shared_ptr<const BatchKernel> batch,
                                                std::shared_ptr<Kernel> kernel, size_t bits) {
    return std::make_unique<LaneBatch>(std::move(batch), std::move(kernel), bits);
}

}  // namespace limbsmith::bench
