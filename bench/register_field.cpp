#include "register_field.hpp"

#include <fmt/format.h>

#include "emit/field_header.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "kernel_files.hpp"
#include "limbsmith/error.hpp"
#include "plan/inverse.hpp"

namespace limbsmith::bench {
namespace {

constexpr double work_of_a_launch = 4e10;  // limb products, some milliseconds
constexpr size_t checked_threads = 64;

int operation_number(FieldOp op) {
    switch (op) {
        case FieldOp::mul: return 0;
        case FieldOp::sqr: return 1;
        case FieldOp::mul_add2: return 2;
        case FieldOp::add: return 3;
        default: return 4;
    }
}

// One step of kernels/register_field.cu; r_inverse is the inverse of the form's factor, R or 1.
void step(mpz_class& a, mpz_class& b, FieldOp op, const mpz_class& n, const mpz_class& r_inverse) {
    mpz_class r;
    switch (op) {
        case FieldOp::mul: r = a * b * r_inverse % n; break;
        case FieldOp::sqr: r = a * a * r_inverse % n; break;
        case FieldOp::mul_add2: r = (a * b + b * b) * r_inverse % n; break;
        case FieldOp::add: r = (a + b) % n; break;
        default:  // R²/a + b
            if (mpz_invert(r.get_mpz_t(), mpz_class(a * r_inverse * r_inverse).get_mpz_t(), n.get_mpz_t()) ==
                0)
                r = 0;
            r = (r + b) % n;
            break;
    }
    if (op != FieldOp::sqr) b = a;
    a = r;
}

}  // namespace

RegisterField::RegisterField(runtime::Context& context, const FieldSpec& subject, uint32_t chains,
                             uint32_t block, uint32_t blocks_per_sm)
    : modulus_(subject.modulus),
      reduction_(subject.reduction),
      op_(subject.ops[0]),
      chains_(chains),
      block_(block),
      blocks_(context.multiprocessors() * blocks_per_sm) {
    const int n = modulus_.limbs();
    const size_t threads = size_t{blocks_} * block;
    FieldSpec spec = subject;
    double work = n * (4 * n + 2);
    if (op_ == FieldOp::inv) {
        spec.ops.push_back(FieldOp::add);
        work = 2 * plan::inverse_cost(spec).time();
    }
    rounds_ = 2 * (static_cast<uint32_t>(work_of_a_launch / (double(threads) * chains * work)) + 1);
    in_.resize(threads * 2 * chains * n);
    eval::Samples samples(1);
    std::vector<std::vector<uint32_t>> drawn;
    for (int i = 0; i < 1024; ++i) drawn.push_back(eval::to_words(samples.uniform(modulus_.n()), n));
    for (uint32_t number = 0; number < 2 * chains; ++number) {
        for (size_t t = 0; t < threads; ++t) {
            const std::vector<uint32_t>& limbs = drawn[samples.below(drawn.size())];
            for (int i = 0; i < n; ++i) in_[(number * n + i) * threads + t] = limbs[i];
        }
    }
    module_ = std::make_unique<runtime::Module>(
        compile_kernel(context, "register_field.cu",
                       fmt::format("#define CHAINS {}\n#define BLOCK {}\n#define OPERATION {}\n", chains,
                                   block, operation_number(op_)),
                       {{"subject.cuh", emit::field_header(spec)}}));
    kernel_ = std::make_unique<RegisterKernel>(context, module_->function("register_field"), blocks_, block,
                                               in_, in_.size());
}

double RegisterField::seconds() { return kernel_->seconds(rounds_); }

double RegisterField::results() const { return double(blocks_) * block_ * chains_ * rounds_; }

void RegisterField::check() const {
    const int n = modulus_.limbs();
    const size_t threads = size_t{blocks_} * block_;
    const std::vector<uint32_t> out = kernel_->result();
    const auto number = [&](const std::vector<uint32_t>& words, size_t index, size_t t) {
        std::vector<uint32_t> limbs(n);
        for (int i = 0; i < n; ++i) limbs[i] = words[(index * n + i) * threads + t];
        return eval::from_words(limbs);
    };
    mpz_class r_inverse;
    const mpz_class R = modulus_.R();
    if (reduction_ == Reduction::special)
        r_inverse = 1;
    else
        mpz_invert(r_inverse.get_mpz_t(), R.get_mpz_t(), modulus_.n().get_mpz_t());
    for (size_t k = 0; k < checked_threads; ++k) {
        const size_t t = k * (threads - 1) / (checked_threads - 1);
        for (uint32_t c = 0; c < chains_; ++c) {
            mpz_class a = number(in_, 2 * c, t), b = number(in_, 2 * c + 1, t);
            for (uint32_t round = 0; round < rounds_; ++round) step(a, b, op_, modulus_.n(), r_inverse);
            if (a != number(out, 2 * c, t) || b != number(out, 2 * c + 1, t)) {
                throw runtime::Error(fmt::format("{} at {} bits: thread {} does not agree with GMP",
                                                 name(op_), modulus_.bits(), t));
            }
        }
    }
}

}  // namespace limbsmith::bench
