// The kernels of a session's own, which compute nothing: take() and put() of session.hpp, where a thread moves the words of one
// number; and the search for a flag that is 0. Compiled at run time.
#include "take_layout.hpp"

using namespace limbsmith::session;

namespace {

__device__ unsigned long long thread() { return blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; }

// The number that the axes mean for number t.
__device__ unsigned long long number(const Axes& axes, unsigned long long t) {
    unsigned long long at = axes.first;
    for (int k = axes.count; k-- > 0;) {
        at += t % axes.extent[k] * axes.step[k];
        t /= axes.extent[k];
    }
    return at;
}

__device__ void move(const Place& to, unsigned long long t, const Place& from, unsigned long long at,
                     int words) {
    for (int i = 0; i < words; ++i)
        to.words[i * to.limb + t * to.number] = from.words[i * from.limb + at * from.number];
}

}  // namespace

extern "C" __global__ void take(Place to, Place from, unsigned long long count, int words, Axes axes) {
    const unsigned long long t = thread();
    if (t < count) move(to, t, from, number(axes, t), words);
}

extern "C" __global__ void put(Place to, Place from, unsigned long long count, int words, Axes axes) {
    const unsigned long long t = thread();
    if (t < count) move(to, number(axes, t), from, t, words);
}

extern "C" __global__ void take_each(Place to, Place from, unsigned long long count, int words,
                                     const unsigned long long* numbers) {
    const unsigned long long t = thread();
    if (t < count) move(to, t, from, numbers[t], words);
}

// *found, which is 0 before, becomes count - t for the first t whose flag is 0, if there is one.
extern "C" __global__ void find_zero(const unsigned* flags, unsigned long long count,
                                     unsigned long long* found) {
    const unsigned long long t = thread();
    if (t < count && flags[t] == 0) atomicMax(found, count - t);
}
