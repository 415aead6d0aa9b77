#include "batch_inverse.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emit/field_header.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "kernel_files.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t rounds = 4;
constexpr size_t checked_threads = 64;

}  // namespace

BatchInverse::BatchInverse(runtime::Context& context, const Modulus& modulus, Reduction reduction,
                           uint32_t count, uint32_t block, uint32_t blocks_per_sm)
    : spec_{modulus, modulus.n().get_str(), {FieldOp::batch_inv}, MulChoice(), "subject", reduction},
      count_(count),
      block_(block),
      blocks_(context.multiprocessors() * blocks_per_sm) {
    const size_t n = modulus.limbs(), numbers = size_t{blocks_} * block * count;
    eval::Samples samples(1);
    std::vector<std::vector<uint32_t>> drawn{eval::to_words(0, n)};
    for (int i = 1; i < 1024; ++i) drawn.push_back(eval::to_words(samples.uniform(modulus.n()), n));
    in_.resize(numbers * n);
    for (size_t k = 0; k < numbers; ++k) {
        std::ranges::copy(drawn[samples.below(drawn.size())], in_.begin() + k * n);
    }
    module_ = std::make_unique<runtime::Module>(compile_kernel(
        context, "batch_inverse.cu", fmt::format("#define COUNT {}\n#define BLOCK {}\n", count, block),
        {{"subject.cuh", emit::field_header(spec_)}}));
    kernel_ = std::make_unique<RegisterKernel>(context, module_->function("batch_inverse"), blocks_, block,
                                               in_, in_.size());
}

double BatchInverse::seconds() { return kernel_->seconds(rounds); }

double BatchInverse::results() const { return double(blocks_) * block_ * count_ * rounds; }

void BatchInverse::check() const {
    const Modulus& modulus = spec_.modulus;
    const size_t n = modulus.limbs(), threads = size_t{blocks_} * block_;
    const std::vector<uint32_t> out = kernel_->result();
    const mpz_class factor = spec_.reduction == Reduction::montgomery ? modulus.R() : mpz_class(1);
    for (size_t k = 0; k < checked_threads; ++k) {
        const size_t thread = k * (threads - 1) / (checked_threads - 1);
        for (size_t number = thread; number < threads * count_; number += threads) {
            const auto element = [&](const std::vector<uint32_t>& words) {
                return eval::from_words(std::span(words).subspan(number * n, n));
            };
            const mpz_class a = element(in_);
            mpz_class inverse;
            if (mpz_invert(inverse.get_mpz_t(), a.get_mpz_t(), modulus.n().get_mpz_t()) == 0) inverse = 0;
            if (inverse * factor * factor % modulus.n() == element(out)) continue;
            throw runtime::Error(fmt::format("batch_inv at {} bits: number {} does not agree with GMP",
                                             modulus.bits(), number));
        }
    }
}

}  // namespace limbsmith::bench
