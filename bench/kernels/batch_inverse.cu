// Montgomery's trick from memory: each thread inverts COUNT elements; the elements of all threads are
// interleaved. subject.cuh is the header under test.
#include "subject.cuh"

extern "C" __global__ void __launch_bounds__(BLOCK)
    batch_inverse(uint32_t* out, const uint32_t* in, uint32_t rounds) {
    const size_t first = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const long long threads = (long long)gridDim.x * blockDim.x;
    const subject::elem* a = reinterpret_cast<const subject::elem*>(in) + first;
    subject::elem* r = reinterpret_cast<subject::elem*>(out) + first;
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; ++round) subject::batch_inv(r, a, COUNT, threads);
}
