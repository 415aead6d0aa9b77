// A batch in device memory that the device fills and checks: number t is computed from one of `tuples` sets
// of operands, whose results the host computed with GMP.
//
// The prelude has the header under test; struct operation, its function object; operand_words and
// result_words; OPERANDS and RESULT, the views of the arrays `in` and `out` of `numbers` numbers each.
#include "limbsmith/kernel.hpp"

using limbsmith::index64;

// The set that number t is computed from; neighbours have different sets.
__device__ __forceinline__ uint32_t tuple_of(index64 t, uint32_t tuples) {
    return static_cast<uint32_t>((t * 0x9e3779b97f4a7c15ull) >> 32) % tuples;
}

template <class View>
__device__ __forceinline__ void copy_one(index64 t, const uint32_t*& from, const View& view) {
    for (int i = 0; i < View::words; ++i) *view.at(i, t) = *from++;
}
template <class... In>
__device__ __forceinline__ void copy_all(index64 t, const uint32_t* from, const In&... in) {
    (copy_one(t, from, in), ...);
}

// The words of a set are consecutive.
extern "C" __global__ void fill(uint32_t* in, const uint32_t* sets, uint32_t tuples, index64 numbers) {
    const index64 t = index64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (t < numbers) copy_all(t, sets + size_t(tuple_of(t, tuples)) * operand_words, OPERANDS);
}

template <class Out, class... In>
__device__ __forceinline__ void run(index64 thread, index64 numbers, const Out& out, const In&... in) {
    limbsmith::compute<limbsmith::pack<Out, In...>::value>(thread, numbers, operation(), out, in...);
}

extern "C" __global__ void __launch_bounds__(256) batch(uint32_t* out, uint32_t* in, index64 numbers) {
    run(index64(blockIdx.x) * blockDim.x + threadIdx.x, numbers, RESULT, OPERANDS);
}

template <class Out, class... In>
__device__ constexpr int numbers_a_thread(const Out&, const In&...) {
    return limbsmith::pack<Out, In...>::value;
}

// Tells the host how many numbers a thread of `batch` takes.
extern "C" __global__ void pack_of(uint32_t* result, uint32_t* out, uint32_t* in, index64 numbers) {
    *result = numbers_a_thread(RESULT, OPERANDS);
}

// Counts the numbers that differ from GMP's.
extern "C" __global__ void compare(uint32_t* wrong, uint32_t* out, const uint32_t* results, uint32_t tuples,
                                   index64 numbers) {
    const index64 t = index64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (t >= numbers) return;
    const uint32_t* expected = results + size_t(tuple_of(t, tuples)) * result_words;
    const auto view = RESULT;
    for (int i = 0; i < result_words; ++i) {
        if (*view.at(i, t) == expected[i]) continue;
        atomicAdd(wrong, 1);
        return;
    }
}
