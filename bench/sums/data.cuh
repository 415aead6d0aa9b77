// Numbers of several kinds, made on the GPU: the same for the same seed.
#pragma once

#include <cstdint>

namespace limbsmith::bench {

using count64 = unsigned long long;

__host__ __device__ inline count64 mixed(count64 z) {  // the finaliser of splitmix64
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// Below 1; with signs and normal; of a range of exponents around 0; of all.
enum class Data { below_1, normal, exponents_300, all_exponents };

__device__ inline double drawn(Data data, count64 i, count64 seed) {
    const count64 r = mixed(i + seed * 0x1234567), q = mixed(r);
    const double u = (r >> 11) * 0x1p-53;
    const auto with_exponent = [r](count64 exponent) {
        return __longlong_as_double((long long)((r & 0x800fffffffffffff) | exponent << 52));
    };
    switch (data) {
        case Data::normal: return sqrt(-2 * log(u + 0x1p-60)) * cospi(2 * ((q >> 11) * 0x1p-53));
        case Data::exponents_300: return with_exponent(1023 - 150 + q % 300);
        case Data::all_exponents: return with_exponent(q % 2046);
        default: return u;
    }
}
__device__ inline float drawn_float(Data data, count64 i, count64 seed) {
    const count64 r = mixed(i + seed * 0x1234567), q = mixed(r);
    if (data == Data::all_exponents) return __int_as_float(int((r & 0x807fffff) | (q % 255) << 23));
    return float(drawn(data, i, seed));
}

__global__ void fill(double* x, count64 count, Data data, count64 seed) {
    for (count64 i = blockIdx.x * 256ull + threadIdx.x; i < count; i += gridDim.x * 256ull)
        x[i] = drawn(data, i, seed);
}
__global__ void fill(float* x, count64 count, Data data, count64 seed) {
    for (count64 i = blockIdx.x * 256ull + threadIdx.x; i < count; i += gridDim.x * 256ull)
        x[i] = drawn_float(data, i, seed);
}
// The upper halves of floats: bfloat16.
__global__ void fill(unsigned short* x, count64 count, Data data, count64 seed) {
    for (count64 i = blockIdx.x * 256ull + threadIdx.x; i < count; i += gridDim.x * 256ull)
        x[i] = (unsigned short)(__float_as_uint(drawn_float(data, i, seed)) >> 16);
}
__global__ void fill(std::int64_t* x, count64 count, count64 below, count64 seed) {
    for (count64 i = blockIdx.x * 256ull + threadIdx.x; i < count; i += gridDim.x * 256ull)
        x[i] = std::int64_t(mixed(i + seed * 0x7654321) % below);
}

}  // namespace limbsmith::bench
