#include "pool/host_arithmetic.hpp"

#include <algorithm>

namespace limbsmith::pool {
namespace {

// The value of a count that the plan has limited, or more than any number has bits.
mp_bitcnt_t count_of(mpz_srcptr b) { return mpz_fits_ulong_p(b) ? mpz_get_ui(b) : ~mp_bitcnt_t(0); }

// GMP subtracts 24 for the test of Baillie and PSW: 16 rounds of Miller and Rabin remain.
constexpr int prime_test = 40;

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
    const Signature& of = signature(task.operation);
    for (int i = 0; i < of.operands; ++i) {
        const Operand& it = task.operands[i];
        const auto limbs = static_cast<mp_size_t>((uint64_t(it.shape.bits) + 63) / 64);
        mpz_roinit_n(operands_[i], memory + it.offset / 2, it.shape.is_negative ? -limbs : limbs);
    }
    task.failure = compute(task.operation);
    if (task.failure != Failure::none) return;
    for (int i = 0; i < of.results; ++i) {
        store(results_[i], task.results[i], memory);
        trim(results_[i]);
    }
}

Failure HostArithmetic::compute(Operation operation) {
    const mpz_srcptr a = operands_[0], b = operands_[1], c = operands_[2];
    const mpz_ptr r = results_[0].get_mpz_t(), s = results_[1].get_mpz_t(), t = results_[2].get_mpz_t();
    switch (operation) {
        case Operation::add: mpz_add(r, a, b); break;
        case Operation::sub: mpz_sub(r, a, b); break;
        case Operation::mul: mpz_mul(r, a, b); break;
        case Operation::sqr: mpz_mul(r, a, a); break;
        case Operation::neg: mpz_neg(r, a); break;
        case Operation::abs: mpz_abs(r, a); break;
        case Operation::compare: {
            const int order = mpz_cmp(a, b);
            mpz_set_si(r, (order > 0) - (order < 0));
            break;
        }
        case Operation::min: mpz_set(r, mpz_cmp(a, b) <= 0 ? a : b); break;
        case Operation::max: mpz_set(r, mpz_cmp(a, b) >= 0 ? a : b); break;
        case Operation::select: mpz_set(r, mpz_sgn(a) < 0 ? b : c); break;
        case Operation::shl: mpz_mul_2exp(r, a, mpz_sgn(a) ? count_of(b) : 0); break;
        case Operation::shr: mpz_fdiv_q_2exp(r, a, count_of(b)); break;
        case Operation::div_floor: mpz_fdiv_qr(r, s, a, b); break;
        case Operation::div_truncate: mpz_tdiv_qr(r, s, a, b); break;
        case Operation::div_exact:
            mpz_tdiv_qr(r, s, a, b);
            if (mpz_sgn(s) != 0) return Failure::not_integer;
            break;
        case Operation::gcd: mpz_gcd(r, a, b); break;
        case Operation::xgcd: mpz_gcdext(r, s, t, a, b); break;
        case Operation::lcm: mpz_lcm(r, a, b); break;
        case Operation::pow:
            // an exponent of more than 64 bits has the base 0, 1 or -1
            if (mpz_fits_ulong_p(b))
                mpz_pow_ui(r, a, mpz_get_ui(b));
            else
                mpz_pow_ui(r, a, mpz_odd_p(b) ? 1 : 2);
            break;
        case Operation::pow_mod:
            if (mpz_sgn(b) < 0) return raise_modulo();
            mpz_powm(r, a, b, c);
            if (mpz_sgn(c) < 0 && mpz_sgn(r) != 0) mpz_add(r, r, c);
            break;
        case Operation::and_: mpz_and(r, a, b); break;
        case Operation::or_: mpz_ior(r, a, b); break;
        case Operation::xor_: mpz_xor(r, a, b); break;
        case Operation::root: {
            // of this odd degree all numbers have the root that they have of higher ones
            const unsigned long degree = std::min<mp_bitcnt_t>(count_of(b), most_bits + 1ul);
            const bool is_exact = mpz_root(r, a, degree) != 0;
            if (mpz_sgn(a) < 0 && !is_exact) mpz_sub_ui(r, r, 1);  // GMP rounds towards 0
            break;
        }
        case Operation::jacobi: mpz_set_si(r, mpz_jacobi(a, b)); break;
        case Operation::bit_length: mpz_set_ui(r, mpz_sgn(a) ? mpz_sizeinbase(a, 2) : 0); break;
        case Operation::is_prime:
            mpz_set_ui(r, mpz_sgn(a) > 0 && mpz_probab_prime_p(a, prime_test) != 0);
            break;
        case Operation::factorial: mpz_fac_ui(r, mpz_get_ui(a)); break;
    }
    return Failure::none;
}

// For negative exponents.
Failure HostArithmetic::raise_modulo() {
    const mpz_srcptr a = operands_[0], b = operands_[1], c = operands_[2];
    const mpz_ptr r = results_[0].get_mpz_t(), inverse = results_[1].get_mpz_t(),
                  exponent = results_[2].get_mpz_t();
    if (mpz_cmpabs_ui(c, 1) == 0) {
        mpz_set_ui(r, 0);
        return Failure::none;
    }
    if (mpz_invert(inverse, a, c) == 0) return Failure::no_inverse;
    mpz_neg(exponent, b);
    mpz_powm(r, inverse, exponent, c);
    if (mpz_sgn(c) < 0 && mpz_sgn(r) != 0) mpz_add(r, r, c);
    return Failure::none;
}

}  // namespace limbsmith::pool
