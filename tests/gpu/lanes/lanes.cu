// Sums and Montgomery products over lanes on a GPU: the code for threads gives the results of the code for the host.
// The numbers of a group lie one after the other, as do their limbs.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "printed_groups.hpp"

namespace {

void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::printf("%s%s\n",
                error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? "skipped: " : "",
                cudaGetErrorString(error));
    std::exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 0 : 1);
}

constexpr int threads = 128;  // of a block: whole groups, and one of add_block

// Limbs that let carries run: most are all ones, all zero, or one.
uint32_t limb(std::mt19937& random) {
    const uint32_t choices[] = {0xffffffffu, 0xffffffffu, 0xffffffffu, 0, 1, static_cast<uint32_t>(random())};
    return choices[random() % 6];
}

template <class Number>
std::vector<Number> numbers(int count, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Number> all(count);
    for (Number& number : all) {
        for (uint32_t& it : number.limb) it = limb(random);
    }
    return all;
}

template <class Number>
Number* on_device(const std::vector<Number>& all) {
    Number* copy;
    check(cudaMalloc(&copy, all.size() * sizeof(Number)));
    check(cudaMemcpy(copy, all.data(), all.size() * sizeof(Number), cudaMemcpyHostToDevice));
    return copy;
}

// `kernel` sums one number a thread, `add` those of a group on the host.
template <class Number, int lanes, class Kernel, class Add>
bool is_right(const char* name, Kernel kernel, Add add) {
    const int count = 64 * threads;
    const std::vector<Number> a = numbers<Number>(count, 1), b = numbers<Number>(count, 2);
    std::vector<Number> r(count), wanted(count);
    std::vector<uint32_t> carry(count), wanted_carry(count);
    Number *x = on_device(a), *y = on_device(b), *sum = on_device(r);
    uint32_t* out = on_device(carry);
    kernel<<<count / threads, threads>>>(sum, out, x, y);
    check(cudaGetLastError());
    check(cudaMemcpy(r.data(), sum, count * sizeof(Number), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(carry.data(), out, count * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    for (int k = 0; k < count; k += lanes) add(&wanted[k], &a[k], &b[k], &wanted_carry[k]);
    const bool right =
        std::memcmp(r.data(), wanted.data(), count * sizeof(Number)) == 0 && carry == wanted_carry;
    std::printf("%s %s\n", name, right ? "right" : "WRONG");
    for (void* it :
         {static_cast<void*>(x), static_cast<void*>(y), static_cast<void*>(sum), static_cast<void*>(out)})
        check(cudaFree(it));
    return right;
}

// `kernel` multiplies or squares, one share of a number a thread; `multiply` does it on the host. Operands need not
// be below the modulus, which need not be odd: the same instructions give the same words.
template <class Number, int lanes, class Kernel, class Multiply>
bool is_product_right(const char* name, Kernel kernel, Multiply multiply) {
    const int count = 64 * threads;
    std::vector<Number> operands[3], r(count), wanted(count);
    for (uint32_t k = 0; k < 3; ++k) operands[k] = numbers<Number>(count, k + 1);
    std::vector<uint32_t> n0inv(count);
    for (int k = 0; k < count; k += lanes) {
        // Newton's iteration from one right bit
        const uint32_t n = operands[2][k].limb[0] |= 1;
        uint32_t inverse = n;
        for (int step = 0; step < 5; ++step) inverse *= 2 - n * inverse;
        for (int lane = 0; lane < lanes; ++lane) n0inv[k + lane] = 0 - inverse;
    }
    Number *a = on_device(operands[0]), *b = on_device(operands[1]), *m = on_device(operands[2]),
           *out = on_device(r);
    uint32_t* inverses = on_device(n0inv);
    kernel<<<count / threads, threads>>>(out, a, b, m, inverses);
    check(cudaGetLastError());
    check(cudaMemcpy(r.data(), out, count * sizeof(Number), cudaMemcpyDeviceToHost));
    for (int k = 0; k < count; k += lanes)
        multiply(&wanted[k], &operands[0][k], &operands[1][k], &operands[2][k], &n0inv[k]);
    const bool right = std::memcmp(r.data(), wanted.data(), count * sizeof(Number)) == 0;
    std::printf("%s %s\n", name, right ? "right" : "WRONG");
    for (Number* it : {a, b, m, out}) check(cudaFree(it));
    check(cudaFree(inverses));
    return right;
}

}  // namespace

#define GROUP(space, function)                                                          \
    __global__ void kernel_##space(space::num* r, uint32_t* carry, const space::num* a, \
                                   const space::num* b) {                               \
        const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;                       \
        r[k] = space::function(a[k], b[k], carry[k]);                                   \
    }                                                                                   \
    static bool check_##space() {                                                       \
        return is_right<space::num, space::lanes>(                                      \
            #space, kernel_##space,                                                     \
            [](space::num* r, const space::num* a, const space::num* b, uint32_t* c) {  \
                space::function(r, a, b, c);                                            \
            });                                                                         \
    }
GROUP(lanes2x1, add_lanes)
GROUP(lanes4x3, add_lanes)
GROUP(lanes8x4, add_lanes)
GROUP(lanes16x1, add_lanes)
GROUP(lanes32x4, add_lanes)
GROUP(block128x2, add_block)

#define PRODUCT(space, function, operands, host_operands)                                                \
    __global__ void kernel_##space##_##function(space::num* r, const space::num* a, const space::num* b, \
                                                const space::num* m, const uint32_t* n0inv) {            \
        const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;                                        \
        const space::num own_a = a[k], own_b = b[k];                                                     \
        (void)own_b;                                                                                     \
        r[k] = space::function(operands, m[k], n0inv[k]);                                                \
    }                                                                                                    \
    static bool check_##space##_##function() {                                                           \
        return is_product_right<space::num, space::lanes>(                                               \
            #space " " #function, kernel_##space##_##function,                                           \
            [](space::num* r, const space::num* a, const space::num* b, const space::num* m,             \
               const uint32_t* n0inv) {                                                                  \
                (void)b;                                                                                 \
                space::function(r, host_operands, m, n0inv);                                             \
            });                                                                                          \
    }
#define BOTH(x, y) x, y
#define MONTGOMERY(space)                                              \
    PRODUCT(space, montgomery_product, BOTH(own_a, own_b), BOTH(a, b)) \
    PRODUCT(space, montgomery_square, own_a, a)
MONTGOMERY(montgomery2x3)
MONTGOMERY(montgomery4x2)
MONTGOMERY(montgomery32x1)

int main() {
    int devices;
    check(cudaGetDeviceCount(&devices));
    bool right = true;
    for (bool (*it)() :
         {check_lanes2x1, check_lanes4x3, check_lanes8x4, check_lanes16x1, check_lanes32x4, check_block128x2,
          check_montgomery2x3_montgomery_product, check_montgomery4x2_montgomery_product,
          check_montgomery32x1_montgomery_product, check_montgomery2x3_montgomery_square,
          check_montgomery4x2_montgomery_square, check_montgomery32x1_montgomery_square})
        right = it() && right;
    if (right) std::printf("all results over lanes are right\n");
    return right ? 0 : 1;
}
