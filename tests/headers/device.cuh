// Kernels of headers under test share this file: limb-major numbers in global memory. device_kernels.py writes the kernels.
#pragma once

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

// The same for arrays, as macros have them.
template <int words>
__device__ void load(uint32_t (&x)[words], const uint32_t* from, unsigned count, unsigned k) {
#pragma unroll
    for (int i = 0; i < words; ++i) x[i] = from[i * count + k];
}

template <int words>
__device__ void store(const uint32_t (&x)[words], uint32_t* to, unsigned count, unsigned k) {
#pragma unroll
    for (int i = 0; i < words; ++i) to[i * count + k] = x[i];
}

}  // namespace
