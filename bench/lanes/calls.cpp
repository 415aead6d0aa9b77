// Products over lanes in registers: see measurements.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "engine/parallel.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "measurements.hpp"
#include "set_arrays.hpp"

namespace limbsmith::bench {
namespace {

mpz_class inverse(const mpz_class& x, const mpz_class& modulus) {
    mpz_class made;
    mpz_invert(made.get_mpz_t(), x.get_mpz_t(), modulus.get_mpz_t());
    return made;
}

// x modulo 2^32.
uint32_t word_of(const mpz_class& x) {
    mpz_class rest;
    mpz_fdiv_r_2exp(rest.get_mpz_t(), x.get_mpz_t(), limb_bits);
    return static_cast<uint32_t>(rest.get_ui());
}

// The operands a, b and n of a chain of products, and -n^-1 mod 2^32, whatever the operation takes. Modulo n they are
// elements: each stands for its own value times R^-1.
class LaneCalls : public Measurement {
  public:
    LaneCalls(std::shared_ptr<const BatchKernel> batch, std::shared_ptr<Kernel> kernel)
        : batch_(std::move(batch)), kernel_(std::move(kernel)) {}

    void prepare(runtime::Stream& on, Row& row) override {
        const auto lanes = static_cast<uint64_t>(batch_->width.lanes()),
                   limbs = static_cast<uint64_t>(batch_->width.limbs());
        grid_ = on.device().multiprocessors() * multiple;
        numbers_ = grid_ * block / lanes;
        draw();
        arrays_.emplace(on, *kernel_, numbers_, 3 * limbs + 1, limbs);
        arrays_->fill(sets_);
        function_ = arrays_->loaded.module.function("lane_calls");
        row.place = "registers";
        row.grid = grid_, row.block = block;
        row.chains = 1, row.calls = calls;
        row.registers = function_.registers, row.spilled_bytes = function_.local_bytes;
        row.results = double(numbers_) * calls;
        row.wide = products();
    }

    double launch() override {
        Loaded& loaded = arrays_->loaded;
        void *out = loaded.out.address(), *in = loaded.in.address();
        uint32_t count = calls;
        return loaded.on.seconds([&] {
            loaded.on.launch(function_, grid_, block, {&out, &in, &count, &numbers_});
        });
    }

    uint64_t check() override {
        const std::vector<Words> results = arrays_->results(batch_->name);
        engine::parallel_ranges(results.size(), 1, [&] {
            return [&](size_t first, size_t last) {
                for (size_t k = first; k < last; ++k) {
                    if (expected(k) == results[k]) continue;
                    throw runtime::Error(fmt::format("{} at {} bits does not agree with GMP for set {}",
                                                     batch_->name, batch_->width.bits, k));
                }
            };
        });
        return numbers_ * calls;
    }

    void release() override { arrays_.reset(); }

  private:
    static constexpr uint32_t block = 64, sets = 64;
    // The calls of one launch, one after the other. So many show the cost of a call, not that of make_modulus.
    static constexpr uint32_t calls = 1024;
    // Blocks a multiprocessor: whole rounds of the 4, 6 or 8 that the registers leave room for.
    static constexpr uint64_t multiple = 24;

    bool is_modular() const { return !batch_->modulus.empty(); }
    bool is_mul() const { return batch_->name == "mul"; }
    // Wide products by rows; of squares, the least.
    double products() const {
        const double n = batch_->width.limbs();
        return (is_mul() ? n * n : n * (n + 1) / 2) + (is_modular() ? n * n + n / 2 : 0);
    }

    void draw() {
        const mpz_class limit = mpz_class(1) << batch_->width.bits;
        eval::Samples samples(1);
        sets_.clear(), values_.clear();
        for (uint32_t k = 0; k < sets; ++k) {
            const auto any = [&] { return k % 4 == 3 ? samples.edge(limit) : samples.uniform(limit); };
            const mpz_class n = is_modular() ? mpz_class(any() | (limit / 2 + 1)) : limit;
            values_.push_back({mpz_class(any() % n), mpz_class(any() % n), is_modular() ? n : mpz_class(0)});
            Words words;
            for (const mpz_class& value : values_.back()) {
                const auto own = eval::to_words(value, static_cast<size_t>(batch_->width.limbs()));
                words.insert(words.end(), own.begin(), own.end());
            }
            words.push_back(is_modular() ? word_of(-inverse(n, mpz_class(1) << limb_bits)) : 0);
            sets_.push_back(std::move(words));
        }
    }

    // A lane has twice as many words of a product as of a number. The kernel goes on with the exclusive or of their
    // two halves.
    mpz_class folded(const mpz_class& product) const {
        const auto lane_words = static_cast<size_t>(batch_->width.lane_limbs()),
                   all = static_cast<size_t>(batch_->width.limbs());
        const auto wide = eval::to_words(product, 2 * all);
        Words words(all);
        for (size_t i = 0; i < all; ++i) {
            const size_t first = 2 * lane_words * (i / lane_words) + i % lane_words;
            words[i] = wide[first] ^ wide[first + lane_words];
        }
        return eval::from_words(words);
    }

    Words expected(size_t k) const {
        const auto& [a, b, n] = values_[k];
        const mpz_class R = mpz_class(1) << batch_->width.container_bits();
        const mpz_class R_inverse = is_modular() ? inverse(R, n) : mpz_class(0);
        mpz_class x = a;
        for (uint32_t call = 0; call < calls; ++call) {
            const mpz_class product = x * (is_mul() ? b : x);
            x = is_modular() ? mpz_class(product * R_inverse % n) : folded(product);
        }
        return eval::to_words(x, static_cast<size_t>(batch_->width.limbs()));
    }

    std::shared_ptr<const BatchKernel> batch_;
    std::shared_ptr<Kernel> kernel_;
    uint64_t grid_ = 0;
    unsigned long long numbers_ = 0;
    std::vector<Words> sets_;
    std::vector<std::array<mpz_class, 3>> values_;
    std::optional<SetArrays> arrays_;
    runtime::Function function_{};
};

}  // namespace

std::unique_ptr<Measurement> measure_lane_calls(std::shared_ptr<const BatchKernel> batch,
                                                std::shared_ptr<Kernel> kernel) {
    return std::make_unique<LaneCalls>(std::move(batch), std::move(kernel));
}

}  // namespace limbsmith::bench
