// take() of session.hpp on a GPU: a thread moves the words of one number. Compiled at run time.
#include "take_layout.hpp"

using namespace limbsmith::session;

extern "C" __global__ void take(Place to, Place from, unsigned long long count, int words, Axes axes) {
    const unsigned long long t = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (t >= count) return;
    unsigned long long at = axes.first, rest = t;
    for (int k = axes.count; k-- > 0;) {
        at += rest % axes.extent[k] * axes.step[k];
        rest /= axes.extent[k];
    }
    for (int i = 0; i < words; ++i)
        to.words[i * to.limb + t * to.number] = from.words[i * from.limb + at * from.number];
}

extern "C" __global__ void take_each(Place to, Place from, unsigned long long count, int words,
                                     const unsigned long long* numbers) {
    const unsigned long long t = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (t >= count) return;
    const unsigned long long at = numbers[t];
    for (int i = 0; i < words; ++i)
        to.words[i * to.limb + t * to.number] = from.words[i * from.limb + at * from.number];
}
