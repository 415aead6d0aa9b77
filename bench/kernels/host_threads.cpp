// This text stands before kernels of one thread a computation, so that a compiler for the host takes them.
#define __CUDACC__
#define __host__
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#include <string.h>

#include <algorithm>

namespace {

using std::max;

struct index_of_thread {
    unsigned x;
};
thread_local index_of_thread threadIdx, blockIdx;

// A warp with one thread.
inline unsigned __shfl_xor_sync(unsigned, unsigned value, int) { return value; }

inline double __hiloint2double(int high, int low) {
    const unsigned words[2] = {unsigned(low), unsigned(high)};
    double pair;
    memcpy(&pair, words, sizeof pair);
    return pair;
}
inline int word_of(double pair, int index) {
    int words[2];
    memcpy(words, &pair, sizeof pair);
    return words[index];
}
inline int __double2loint(double pair) { return word_of(pair, 0); }
inline int __double2hiint(double pair) { return word_of(pair, 1); }

}  // namespace
