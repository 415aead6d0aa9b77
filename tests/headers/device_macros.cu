// One kernel for each macro of a generated header in the macro style, so that nvcc compiles every one.
//
// -include names the header, -DLIMBSMITH_BITS its width; check_nvcc.py expects kernel_NAME for each macro
// NAME. The _glo macros work in place in global memory, the _loc macros on arrays in registers.
#define NUMBER_OF_BIGNUMS count
#define LIMBS ((LIMBSMITH_BITS + 31) / 32)
#define WIDE_LIMBS ((2 * LIMBSMITH_BITS + 31) / 32)

namespace {

template <int words>
__device__ void load(uint32_t (&x)[words], const uint32_t* from, unsigned count, unsigned tid) {
#pragma unroll
    for (int i = 0; i < words; ++i) x[i] = from[COAL_IDX(i, tid)];
}

template <int words>
__device__ void store(const uint32_t (&x)[words], uint32_t* to, unsigned count, unsigned tid) {
#pragma unroll
    for (int i = 0; i < words; ++i) to[COAL_IDX(i, tid)] = x[i];
}

}  // namespace

// The kernels NAME_loc and NAME_glo; LOCAL and GLOBAL are the arguments of the macros.
#define KERNELS(NAME, WORDS, LOCAL, GLOBAL)                                                            \
    extern "C" __global__ void kernel_##NAME##_loc(uint32_t* c, uint32_t* flags, const uint32_t* a_in, \
                                                   const uint32_t* b_in, const uint32_t* m_in,         \
                                                   const uint32_t* words, unsigned count) {            \
        const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;                                    \
        if (tid >= count) return;                                                                      \
        uint32_t a[LIMBS], b[LIMBS], m[LIMBS], r[WORDS], flag = 0;                                     \
        const uint32_t word = words[tid];                                                              \
        (void)word;                                                                                    \
        load(a, a_in, count, tid);                                                                     \
        load(b, b_in, count, tid);                                                                     \
        load(m, m_in, count, tid);                                                                     \
        NAME##_loc LOCAL;                                                                              \
        store(r, c, count, tid);                                                                       \
        flags[tid] = flag;                                                                             \
    }                                                                                                  \
    extern "C" __global__ void kernel_##NAME##_glo(uint32_t* c, uint32_t* flags, const uint32_t* a,    \
                                                   const uint32_t* b, const uint32_t* m,               \
                                                   const uint32_t* words, unsigned count) {            \
        const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;                                    \
        if (tid < count) NAME##_glo GLOBAL;                                                            \
    }

KERNELS(add, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(add_carry, LIMBS, (r, flag, a, b), (c, flags, a, b, tid))
KERNELS(sub, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(sub_borrow, LIMBS, (r, flag, a, b), (c, flags, a, b, tid))
KERNELS(neg, LIMBS, (r, a), (c, a, tid))
KERNELS(cneg, LIMBS, (r, word, a), (c, words, a, tid))
KERNELS(eq, 1, (r[0], a, b), (c, a, b, tid))
KERNELS(lt, 1, (r[0], a, b), (c, a, b, tid))
KERNELS(slt, 1, (r[0], a, b), (c, a, b, tid))
KERNELS(is_zero, 1, (r[0], a), (c, a, tid))
KERNELS(bit_length, 1, (r[0], a), (c, a, tid))
KERNELS(select, LIMBS, (r, word, a, b), (c, words, a, b, tid))
KERNELS(cswap, LIMBS, (r, a, word, a, b), (c, flags, words, a, b, tid))
KERNELS(min, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(max, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(shl, LIMBS, (r, a, word), (c, a, words, tid))
KERNELS(shr, LIMBS, (r, a, word), (c, a, words, tid))
KERNELS(sshr, LIMBS, (r, a, word), (c, a, words, tid))
KERNELS(and, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(or, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(xor, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(not, LIMBS, (r, a), (c, a, tid))
KERNELS(mul, WIDE_LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(sqr, WIDE_LIMBS, (r, a), (c, a, tid))
KERNELS(mul_lo, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(mul_hi, LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(smul, WIDE_LIMBS, (r, a, b), (c, a, b, tid))
KERNELS(add_m, LIMBS, (r, a, b, m), (c, a, b, m, tid))
KERNELS(sub_m, LIMBS, (r, a, b, m), (c, a, b, m, tid))
KERNELS(neg_m, LIMBS, (r, a, m), (c, a, m, tid))
KERNELS(divrem1, LIMBS, (r, flag, a, word), (c, flags, a, words, tid))
