#include "pool/host_arithmetic.hpp"

#include <algorithm>

namespace limbsmith::pool {
namespace {

void store(const mpz_class& value, Result& result, mp_limb_t* memory) {
    const size_t limbs = mpz_size(value.get_mpz_t());
    const mp_limb_t* from = mpz_limbs_read(value.get_mpz_t());
    result.shape.is_negative = sgn(value) < 0;
    result.shape.bits = limbs ? static_cast<uint32_t>(mpz_sizeinbase(value.get_mpz_t(), 2)) : 0;
    result.shape.low = limbs ? from[0] : 0;
    if (2 * limbs <= result.room) std::copy_n(from, limbs, memory + result.offset / 2);
}

// Long results of earlier computations are not kept.
void trim(mpz_class& value) {
    constexpr int kept_limbs = 1 << 14;
    if (value.get_mpz_t()->_mp_alloc > kept_limbs) mpz_realloc2(value.get_mpz_t(), 1);
}

}  // namespace

void HostArithmetic::compute(Task& task, mp_limb_t* memory) {
    static_assert(__GNU_MP_RELEASE >=
                  60200);  // numbers that were never set, as these operands, own no memory
    static const Ring any_length;
    const limbsmith::Operation& of = row(task.operation);
    const size_t operands = of.operands.size(), results = of.results.size();
    for (size_t i = 0; i < operands; ++i) {
        const Operand& it = task.operands[i];
        const auto limbs = static_cast<mp_size_t>((uint64_t(it.shape.bits) + 63) / 64);
        mpz_roinit_n(operands_[i].get_mpz_t(), memory + it.offset / 2, it.shape.is_negative ? -limbs : limbs);
    }
    Evaluation evaluation{std::span(operands_).first(operands), std::span(results_).first(results),
                          any_length};
    of.meaning(evaluation);
    task.failure = evaluation.failure;
    if (task.failure != Failure::none) return;
    for (size_t i = 0; i < results; ++i) {
        store(results_[i], task.results[i], memory);
        trim(results_[i]);
    }
}

}  // namespace limbsmith::pool
