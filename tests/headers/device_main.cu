// One kernel for each function of a generated header, so that nvcc compiles every one.
//
// -include names the header, -DLIMBSMITH_NAMESPACE its namespace. Numbers are limb-major in global memory.
// check_nvcc.py expects kernel_NAME for each function, and kernel_NAME_OUTPUT for those with a second output.
// Text functions are for host code: both passes of nvcc must accept calls of them.
namespace ns = LIMBSMITH_NAMESPACE;

namespace {

__device__ unsigned thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <typename Number>
__device__ Number load(const uint32_t* from, unsigned count, unsigned k) {
    Number x;
#pragma unroll
    for (int i = 0; i < int(sizeof x.limb / sizeof x.limb[0]); ++i) x.limb[i] = from[i * count + k];
    return x;
}

template <>
__device__ uint32_t load<uint32_t>(const uint32_t* from, unsigned, unsigned k) {
    return from[k];
}

template <typename Number>
__device__ void store(const Number& x, uint32_t* to, unsigned count, unsigned k) {
#pragma unroll
    for (int i = 0; i < int(sizeof x.limb / sizeof x.limb[0]); ++i) to[i * count + k] = x.limb[i];
}

__device__ void store(uint32_t x, uint32_t* to, unsigned, unsigned k) { to[k] = x; }

}  // namespace

#define KERNEL_1(FUNCTION, A)                                                                           \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, unsigned count) { \
        const unsigned k = thread();                                                                    \
        if (k < count) store(ns::FUNCTION(load<A>(a, count, k)), result, count, k);                     \
    }

#define KERNEL_2(FUNCTION, A, B)                                                                          \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, const uint32_t* b,  \
                                                 unsigned count) {                                        \
        const unsigned k = thread();                                                                      \
        if (k < count) store(ns::FUNCTION(load<A>(a, count, k), load<B>(b, count, k)), result, count, k); \
    }

#define KERNEL_3(FUNCTION, A, B, C)                                                                       \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, const uint32_t* b,  \
                                                 const uint32_t* c, unsigned count) {                     \
        const unsigned k = thread();                                                                      \
        if (k < count)                                                                                    \
            store(ns::FUNCTION(load<A>(a, count, k), load<B>(b, count, k), load<C>(c, count, k)), result, \
                  count, k);                                                                              \
    }

#define KERNEL_OUTPUT(FUNCTION, A, B, TYPE, OUTPUT)                                                  \
    extern "C" __global__ void kernel_##FUNCTION##_##OUTPUT(                                         \
        uint32_t* result, uint32_t* outputs, const uint32_t* a, const uint32_t* b, unsigned count) { \
        const unsigned k = thread();                                                                 \
        if (k >= count) return;                                                                      \
        TYPE OUTPUT;                                                                                 \
        store(ns::FUNCTION(load<A>(a, count, k), load<B>(b, count, k), OUTPUT), result, count, k);   \
        store(OUTPUT, outputs, count, k);                                                            \
    }

KERNEL_2(add, ns::num, ns::num)
KERNEL_OUTPUT(add, ns::num, ns::num, uint32_t, carry)
KERNEL_2(sub, ns::num, ns::num)
KERNEL_OUTPUT(sub, ns::num, ns::num, uint32_t, borrow)
KERNEL_1(neg, ns::num)
KERNEL_2(cneg, uint32_t, ns::num)
KERNEL_2(eq, ns::num, ns::num)
KERNEL_2(lt, ns::num, ns::num)
KERNEL_2(slt, ns::num, ns::num)
KERNEL_1(is_zero, ns::num)
KERNEL_1(bit_length, ns::num)
KERNEL_3(select, uint32_t, ns::num, ns::num)
KERNEL_2(min, ns::num, ns::num)
KERNEL_2(max, ns::num, ns::num)
KERNEL_2(shl, ns::num, uint32_t)
KERNEL_2(shr, ns::num, uint32_t)
KERNEL_2(sshr, ns::num, uint32_t)
KERNEL_2(and_, ns::num, ns::num)
KERNEL_2(or_, ns::num, ns::num)
KERNEL_2(xor_, ns::num, ns::num)
KERNEL_1(not_, ns::num)
KERNEL_2(mul, ns::num, ns::num)
KERNEL_1(sqr, ns::num)
KERNEL_2(mul_lo, ns::num, ns::num)
KERNEL_2(mul_hi, ns::num, ns::num)
KERNEL_2(smul, ns::num, ns::num)
KERNEL_3(mod_add, ns::num, ns::num, ns::num)
KERNEL_3(mod_sub, ns::num, ns::num, ns::num)
KERNEL_2(mod_neg, ns::num, ns::num)
KERNEL_OUTPUT(divrem1, ns::num, uint32_t, uint32_t, remainder)
KERNEL_OUTPUT(divrem, ns::num, ns::num, ns::num, remainder)
KERNEL_2(gcd, ns::num, ns::num)

extern "C" __global__ void kernel_cswap_other(uint32_t* result, uint32_t* others, const uint32_t* condition,
                                              const uint32_t* a, const uint32_t* b, unsigned count) {
    const unsigned k = thread();
    if (k >= count) return;
    ns::num other;
    store(ns::cswap(condition[k], load<ns::num>(a, count, k), load<ns::num>(b, count, k), other), result,
          count, k);
    store(other, others, count, k);
}

uint32_t text(char (&hex)[ns::hex_chars], char (&dec)[ns::dec_chars], char (&wide)[ns::wide_dec_chars],
              const char* in) {
    ns::num x, y;
    const uint32_t ok = ns::from_hex(x, in) & ns::from_dec(y, in);
    ns::to_hex(hex, x);
    ns::to_dec(dec, y);
    ns::to_dec(wide, ns::mul(x, y));
    return ok;
}
