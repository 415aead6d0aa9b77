#include "register_mul.hpp"

#include <fmt/format.h>

#include "emit/header.hpp"
#include "eval/words.hpp"
#include "kernel_files.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t top_flip = 0xa5a5a5a5u;  // as in kernels/register_mul.cu
constexpr double work_of_a_launch = 4e10;   // wide products, some milliseconds
constexpr size_t checked_threads = 256;

// One step of kernels/register_mul.cu.
void step(mpz_class& a, mpz_class& b, Width width) {
    const mpz_class product = a * b;
    mpz_fdiv_r_2exp(a.get_mpz_t(), product.get_mpz_t(), width.bits);
    mpz_setbit(a.get_mpz_t(), 0);
    mpz_fdiv_q_2exp(b.get_mpz_t(), product.get_mpz_t(), limb_bits * (width.wide_limbs() - width.limbs()));
    mpz_fdiv_r_2exp(b.get_mpz_t(), b.get_mpz_t(), width.bits);
    b ^= mpz_class(top_flip & width.limb_max(width.limbs() - 1)) << (limb_bits * (width.limbs() - 1));
}

}  // namespace

RegisterMul::RegisterMul(runtime::Context& context, Width width, MulChoice mul, Shape shape)
    : width_(width), shape_(shape), blocks_(context.multiprocessors() * shape.blocks_per_sm) {
    const int n = width.limbs();
    const size_t threads = size_t{blocks_} * shape.block;
    rounds_ = static_cast<uint32_t>(work_of_a_launch / (double(threads) * shape.chains * n * n)) + 1;
    in_ = random_words(threads * 2 * shape.chains * n, static_cast<uint64_t>(width.bits));
    for (uint32_t number = 0; number < 2 * shape.chains; ++number) {
        for (size_t t = 0; t < threads; ++t) in_[(number * n + n - 1) * threads + t] &= width.limb_max(n - 1);
    }
    const Spec spec{width, {Op::mul}, mul, Style::inlined, "subject"};
    module_ = std::make_unique<runtime::Module>(
        compile_kernel(context, "register_mul.cu",
                       fmt::format("#define CHAINS {}\n#define BLOCK {}\n", shape.chains, shape.block),
                       {{"subject.cuh", emit::header(spec)}}));
    kernel_ = std::make_unique<RegisterKernel>(context, module_->function("register_mul"), blocks_,
                                               shape.block, in_, in_.size());
}

double RegisterMul::seconds() { return kernel_->seconds(rounds_); }

double RegisterMul::results() const { return double(blocks_) * shape_.block * shape_.chains * rounds_; }

void RegisterMul::check() const {
    const int n = width_.limbs();
    const size_t threads = size_t{blocks_} * shape_.block;
    const std::vector<uint32_t> out = kernel_->result();
    const auto number = [&](const std::vector<uint32_t>& words, size_t index, size_t t) {
        std::vector<uint32_t> limbs(n);
        for (int i = 0; i < n; ++i) limbs[i] = words[(index * n + i) * threads + t];
        return eval::from_words(limbs);
    };
    for (size_t k = 0; k < checked_threads; ++k) {
        const size_t t = k * (threads - 1) / (checked_threads - 1);
        for (uint32_t c = 0; c < shape_.chains; ++c) {
            mpz_class a = number(in_, 2 * c, t), b = number(in_, 2 * c + 1, t);
            for (uint32_t round = 0; round < rounds_; ++round) step(a, b, width_);
            if (a != number(out, 2 * c, t) || b != number(out, 2 * c + 1, t)) {
                throw runtime::Error(
                    fmt::format("mul at {} bits: thread {} does not agree with GMP", width_.bits, t));
            }
        }
    }
}

}  // namespace limbsmith::bench
