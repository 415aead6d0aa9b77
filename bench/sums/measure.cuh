// Memory of a GPU, and the time of a call, for programs that measure.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace limbsmith::bench {

// Ends the program with a message if a call of CUDA has failed.
inline void require(cudaError_t code, const char* what) {
    if (code == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
    std::exit(1);
}
inline void finish() { require(cudaDeviceSynchronize(), "a kernel"); }

template <class T>
T* allocated(size_t count) {
    void* made = nullptr;
    require(cudaMalloc(&made, count * sizeof(T)), "memory of the GPU");
    return static_cast<T*>(made);
}

// The median of an odd number of calls in seconds, after one that warms up. A call waits for its work.
inline double seconds(int calls, const std::function<void()>& call) {
    call();
    std::vector<double> all;
    for (int i = 0; i < calls; ++i) {
        const auto start = std::chrono::steady_clock::now();
        call();
        all.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(all.begin(), all.end());
    return all[calls / 2];
}

}  // namespace limbsmith::bench
