// One kernel for each function of a header for a modulus, so that nvcc compiles every one.
//
// -include names the header, -DLIMBSMITH_NAMESPACE its namespace; -DLIMBSMITH_ROOTS=1 says that it has square
// roots, -DLIMBSMITH_LAZY=1 that it has lazy operations. Numbers are limb-major in global memory.
// check_nvcc.py expects kernel_NAME for each function, and kernel_NAME_FLAG for those that return a flag.
namespace ns = LIMBSMITH_NAMESPACE;
using ns::elem;
using ns::plain;
using ns::wide;

namespace {

__device__ unsigned thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <typename Number>
__device__ Number load(const uint32_t* from, unsigned count, unsigned k) {
    Number x;
#pragma unroll
    for (int i = 0; i < int(sizeof x.limb / sizeof x.limb[0]); ++i) x.limb[i] = from[i * count + k];
    return x;
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

#define KERNEL_2(FUNCTION)                                                                               \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, const uint32_t* b, \
                                                 unsigned count) {                                       \
        const unsigned k = thread();                                                                     \
        if (k < count)                                                                                   \
            store(ns::FUNCTION(load<elem>(a, count, k), load<elem>(b, count, k)), result, count, k);     \
    }

#define KERNEL_4(FUNCTION)                                                                                \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, const uint32_t* b,  \
                                                 const uint32_t* c, const uint32_t* d, unsigned count) {  \
        const unsigned k = thread();                                                                      \
        if (k < count)                                                                                    \
            store(ns::FUNCTION(load<elem>(a, count, k), load<elem>(b, count, k), load<elem>(c, count, k), \
                               load<elem>(d, count, k)),                                                  \
                  result, count, k);                                                                      \
    }

#define KERNEL_POWER(FUNCTION)                                                                           \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, const uint32_t* e, \
                                                 int words, unsigned count) {                            \
        const unsigned k = thread();                                                                     \
        if (k < count) store(ns::FUNCTION(load<elem>(a, count, k), e, words), result, count, k);         \
    }

KERNEL_2(add)
KERNEL_2(sub)
KERNEL_1(neg, elem)
KERNEL_1(dbl, elem)
KERNEL_1(halve, elem)
KERNEL_2(mul)
KERNEL_1(sqr, elem)
KERNEL_4(mul_add2)
KERNEL_4(mul_sub2)
KERNEL_2(mul_wide)
KERNEL_1(reduce, wide)
KERNEL_1(to_elem, plain)
KERNEL_1(to_plain, elem)
KERNEL_1(is_canonical, plain)
KERNEL_2(eq)
KERNEL_1(is_zero, elem)
KERNEL_POWER(pow)
KERNEL_POWER(pow_secret)

extern "C" __global__ void kernel_select(uint32_t* result, const uint32_t* condition, const uint32_t* a,
                                         const uint32_t* b, unsigned count) {
    const unsigned k = thread();
    if (k < count)
        store(ns::select(condition[k], load<elem>(a, count, k), load<elem>(b, count, k)), result, count, k);
}

extern "C" __global__ void kernel_cneg(uint32_t* result, const uint32_t* condition, const uint32_t* a,
                                       unsigned count) {
    const unsigned k = thread();
    if (k < count) store(ns::cneg(condition[k], load<elem>(a, count, k)), result, count, k);
}

extern "C" __global__ void kernel_from_bytes(uint32_t* result, uint32_t* canonical, const unsigned char* in,
                                             unsigned count) {
    const unsigned k = thread();
    if (k >= count) return;
    plain x;
    canonical[k] = ns::from_bytes(x, in + k * ns::bytes);
    store(x, result, count, k);
}

extern "C" __global__ void kernel_to_bytes(unsigned char* out, const uint32_t* x, unsigned count) {
    const unsigned k = thread();
    if (k < count) ns::to_bytes(out + k * ns::bytes, load<plain>(x, count, k));
}

KERNEL_1(inv, elem)

extern "C" __global__ void kernel_inv_exists(uint32_t* result, uint32_t* flags, const uint32_t* a,
                                             unsigned count) {
    const unsigned k = thread();
    if (k >= count) return;
    uint32_t exists;
    store(ns::inv(load<elem>(a, count, k), exists), result, count, k);
    flags[k] = exists;
}

// Three numbers a thread.
extern "C" __global__ void kernel_batch_inv(elem* result, const elem* a, int* invertible) {
    invertible[thread()] = ns::batch_inv(result + 3 * thread(), a + 3 * thread(), 3);
}

extern "C" __global__ void kernel_mul_small(uint32_t* result, const uint32_t* a, const uint32_t* factors,
                                            unsigned count) {
    const unsigned k = thread();
    if (k < count) store(ns::mul_small(load<elem>(a, count, k), factors[k]), result, count, k);
}

#if LIMBSMITH_LAZY
#define KERNEL_LAZY_1(FUNCTION)                                                                         \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, unsigned count) { \
        const unsigned k = thread();                                                                    \
        if (k < count) store(ns::FUNCTION(load<ns::loose>(a, count, k)), result, count, k);             \
    }
#define KERNEL_LAZY_2(FUNCTION)                                                                            \
    extern "C" __global__ void kernel_##FUNCTION(uint32_t* result, const uint32_t* a, const uint32_t* b,   \
                                                 unsigned count) {                                         \
        const unsigned k = thread();                                                                       \
        if (k >= count) return;                                                                            \
        store(ns::FUNCTION(load<ns::loose>(a, count, k), load<ns::loose>(b, count, k)), result, count, k); \
    }
KERNEL_LAZY_2(add_lazy)
KERNEL_LAZY_2(sub_lazy)
KERNEL_LAZY_2(mul_lazy)
KERNEL_LAZY_1(sqr_lazy)
KERNEL_LAZY_1(normalize)
#endif

#if LIMBSMITH_ROOTS
extern "C" __global__ void kernel_legendre(int* symbols, const uint32_t* a, unsigned count) {
    const unsigned k = thread();
    if (k < count) symbols[k] = ns::legendre(load<elem>(a, count, k));
}

extern "C" __global__ void kernel_sqrt_exists(uint32_t* result, uint32_t* flags, const uint32_t* a,
                                              unsigned count) {
    const unsigned k = thread();
    if (k >= count) return;
    uint32_t exists;
    store(ns::sqrt(load<elem>(a, count, k), exists), result, count, k);
    flags[k] = exists;
}
#endif
