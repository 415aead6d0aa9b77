// Inverses of many elements from memory: see measurements.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "bench/loaded_kernel.hpp"
#include "bench/oracle.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "measurements.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t rounds = 2, block = 256, blocks_per_multiprocessor = 8;
constexpr size_t checked_threads = 64, drawn_elements = 1024;

class BatchInverse : public Measurement {
  public:
    BatchInverse(std::shared_ptr<const HeaderFunction> inverse, std::shared_ptr<Kernel> kernel,
                 uint32_t count)
        : subject_(std::move(inverse)), kernel_(std::move(kernel)), count_(count) {}

    void prepare(runtime::Stream& on, Row& row) override {
        blocks_ = on.device().multiprocessors() * blocks_per_multiprocessor;
        threads_ = size_t{blocks_} * block;
        draw();
        loaded_.emplace(on, *kernel_, in_.size() * sizeof(uint32_t), in_.size() * sizeof(uint32_t));
        loaded_->in.upload(std::as_bytes(std::span(in_)));
        function_ = loaded_->module.function("batch_inverse");
        row.operation = fmt::format("batch_inv of {}", count_);
        row.place = "memory";
        row.layout = "number-major";
        row.grid = blocks_, row.block = block;
        row.registers = function_.registers, row.spilled_bytes = function_.local_bytes;
        row.results = double(threads_) * count_ * rounds;
        row.bytes = 2.0 * sizeof(uint32_t) * subject_->operand_words();
        row.additions = 0;  // known for one inverse only, not for the rest of the batch
        row.wide /= count_;
    }

    double launch() override {
        void *out = loaded_->out.address(), *in = loaded_->in.address();
        uint32_t times = rounds;
        return loaded_->on.seconds([&] {
            loaded_->on.launch(function_, blocks_, block, {&out, &in, &times});
        });
    }

    // Compares all results of some threads.
    uint64_t check() override {
        const size_t n = subject_->operand_words();
        const std::vector<uint32_t> out = words_of(loaded_->out);
        Oracle oracle(*subject_);
        for (size_t k = 0; k < checked_threads; ++k) {
            const size_t thread = k * (threads_ - 1) / (checked_threads - 1);
            for (size_t number = thread; number < threads_ * count_; number += threads_) {
                const auto expected = oracle(std::span(in_).subspan(number * n, n));
                if (std::ranges::equal(expected, std::span(out).subspan(number * n, n))) continue;
                throw runtime::Error(fmt::format("batch_inv at {} bits: number {} does not agree with GMP",
                                                 subject_->width.bits, number));
            }
        }
        return checked_threads * count_;
    }

    void release() override { loaded_.reset(); }

  private:
    // Draws elements, some of them 0, which has no inverse.
    void draw() {
        const size_t n = subject_->operand_words();
        eval::Samples samples(1);
        Oracle oracle(*subject_);
        std::vector<std::vector<uint32_t>> drawn{std::vector<uint32_t>(n)};
        while (drawn.size() < drawn_elements) drawn.push_back(oracle.draw(samples));
        in_.resize(threads_ * count_ * n);
        for (size_t k = 0; k < threads_ * count_; ++k)
            std::ranges::copy(drawn[samples.below(drawn.size())], in_.begin() + k * n);
    }

    std::shared_ptr<const HeaderFunction> subject_;
    std::shared_ptr<Kernel> kernel_;
    uint32_t count_, blocks_ = 0;
    size_t threads_ = 0;
    std::vector<uint32_t> in_;
    std::optional<Loaded> loaded_;
    runtime::Function function_{};
};

}  // namespace

std::unique_ptr<Measurement> measure_batch_inverse(std::shared_ptr<const HeaderFunction> inverse,
                                                   std::shared_ptr<Kernel> kernel, uint32_t count) {
    return std::make_unique<BatchInverse>(std::move(inverse), std::move(kernel), count);
}

}  // namespace limbsmith::bench
