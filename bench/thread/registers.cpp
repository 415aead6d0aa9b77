// Operations in registers: see measurements.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "bench/loaded_kernel.hpp"
#include "bench/oracle.hpp"
#include "engine/parallel.hpp"
#include "feedback.hpp"
#include "limbsmith/error.hpp"
#include "measurements.hpp"

namespace limbsmith::bench {
namespace {

constexpr double work_of_a_launch = 4e10;  // pipe time in wide products, some milliseconds
constexpr uint32_t most_calls = 20000;     // so that the host's check keeps up
constexpr uint32_t full_multiprocessor = 2048;
constexpr size_t checked_threads = 16, drawn_sets = 1024;

class Registers : public Measurement {
  public:
    Registers(std::shared_ptr<const HeaderFunction> function, std::shared_ptr<Kernel> kernel,
              RegisterShape shape)
        : subject_(std::move(function)), kernel_(std::move(kernel)), shape_(shape) {}

    void prepare(runtime::Stream& on, Row& row) override {
        if (shape_.grid == 0)
            shape_.grid = on.device().multiprocessors() * (full_multiprocessor / shape_.block) * shape_.waves;
        threads_ = shape_.grid * shape_.block;
        if (shape_.calls == 0) shape_.calls = calls();
        draw();
        loaded_.emplace(on, *kernel_, in_.size() * sizeof(uint32_t), in_.size() * sizeof(uint32_t));
        loaded_->in.upload(std::as_bytes(std::span(in_)));
        function_ = loaded_->module.function(shape_.through_memory ? "memory" : "registers");
        row.place = shape_.through_memory ? "memory, every call" : "registers";
        row.grid = shape_.grid, row.block = shape_.block;
        row.chains = shape_.chains, row.calls = shape_.calls;
        row.registers = function_.registers, row.spilled_bytes = function_.local_bytes;
        row.results = double(threads_) * shape_.chains * shape_.calls;
    }

    double launch() override {
        void *out = loaded_->out.address(), *in = loaded_->in.address();
        return loaded_->on.seconds([&] {
            loaded_->on.launch(function_, shape_.grid, shape_.block, {&out, &in, &shape_.calls});
        });
    }

    // Recomputes some threads, spread over the grid, from their inputs to the end of the launch.
    uint64_t check() override {
        const std::vector<uint32_t> out = words_of(loaded_->out);
        const size_t threads = std::min<size_t>(checked_threads, threads_);
        engine::parallel_ranges(threads * shape_.chains, 1, [&] {
            return [&, oracle = std::make_shared<Oracle>(*subject_), feedback = Feedback(*subject_)](
                       size_t first, size_t last) {
                for (size_t k = first; k < last; ++k) {
                    const size_t place = k / shape_.chains;
                    const size_t thread = threads > 1 ? place * (threads_ - 1) / (threads - 1) : 0;
                    check_one(*oracle, feedback, out, thread, k % shape_.chains);
                }
            };
        });
        return threads * shape_.chains * shape_.calls;
    }

    void release() override { loaded_.reset(); }

  private:
    uint32_t calls() const {
        const double one = subject_->cost ? subject_->cost->time() : 8.0 * subject_->operand_words();
        const double all = work_of_a_launch / (double(threads_) * shape_.chains * one);
        return 2 * (static_cast<uint32_t>(std::min<double>(all, most_calls)) / 2 + 1);
    }

    // Draws sets of operands; many threads share a set.
    void draw() {
        const size_t words = subject_->operand_words();
        eval::Samples samples(1);
        Oracle oracle(*subject_);
        std::vector<std::vector<uint32_t>> drawn;
        for (size_t i = 0; i < drawn_sets; ++i) drawn.push_back(oracle.draw(samples));
        in_.resize(threads_ * shape_.chains * words);
        for (uint32_t c = 0; c < shape_.chains; ++c) {
            for (size_t t = 0; t < threads_; ++t) {
                const std::vector<uint32_t>& set = drawn[samples.below(drawn.size())];
                for (size_t w = 0; w < words; ++w) in_[(c * words + w) * threads_ + t] = set[w];
            }
        }
    }

    std::vector<uint32_t> words_of_set(const std::vector<uint32_t>& all, size_t thread, size_t chain) const {
        const size_t count = subject_->operand_words();
        std::vector<uint32_t> words(count);
        for (size_t w = 0; w < count; ++w) words[w] = all[(chain * count + w) * threads_ + thread];
        return words;
    }

    void check_one(Oracle& oracle, const Feedback& feedback, const std::vector<uint32_t>& out, size_t thread,
                   size_t chain) const {
        std::vector<uint32_t> x = words_of_set(in_, thread, chain);
        // turns of the loop are always complete
        const uint32_t turn = shape_.through_memory ? 1 : feedback.calls_a_turn();
        for (uint32_t call = 0; call < shape_.calls || call % turn != 0; ++call) {
            feedback.prepare(x);
            feedback.apply(x, oracle(x));
        }
        if (x == words_of_set(out, thread, chain)) return;
        throw runtime::Error(fmt::format("{} at {} bits: thread {} does not agree with GMP", subject_->name,
                                         subject_->width.bits, thread));
    }

    std::shared_ptr<const HeaderFunction> subject_;
    std::shared_ptr<Kernel> kernel_;
    RegisterShape shape_;
    size_t threads_ = 0;
    std::vector<uint32_t> in_;
    std::optional<Loaded> loaded_;
    runtime::Function function_{};
};

}  // namespace

std::unique_ptr<Measurement> measure_registers(std::shared_ptr<const HeaderFunction> function,
                                               std::shared_ptr<Kernel> kernel, RegisterShape shape) {
    return std::make_unique<Registers>(std::move(function), std::move(kernel), shape);
}

}  // namespace limbsmith::bench
