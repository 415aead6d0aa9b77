// One thread's share of out[t] = op(in0[t], in1[t], ...), the body of every batch kernel.
//
// Promises: thread k computes those of the numbers V*k to V*k + V - 1 that are below `count`. It reads each
// number before it writes one, so an operand may be the result. `pack` chooses V. Compiles with nvcc, NVRTC,
// g++ and clang++ as C++14 and later. apply.hpp and benchmarks have the kernels around it.
#pragma once

#include "limbsmith/layout.hpp"

namespace limbsmith {

namespace detail {

LIMBSMITH_VIEW constexpr int sum() { return 0; }
template <class... Rest>
LIMBSMITH_VIEW constexpr int sum(int first, Rest... rest) {
    return first + sum(rest...);
}
LIMBSMITH_VIEW constexpr bool all() { return true; }
template <class... Rest>
LIMBSMITH_VIEW constexpr bool all(bool first, Rest... rest) {
    return first && all(rest...);
}

}  // namespace detail

// The numbers that a thread takes at once. Vector accesses need numbers side by side, and the numbers must
// fit the registers; long numbers have enough words in flight already.
template <class Out, class... In>
struct pack {
    enum : int {
        words = detail::sum(Out::words, int(In::words)...),
        is_coalesced = detail::all(Out::layout::is_coalesced, bool(In::layout::is_coalesced)...),
        value = !is_coalesced ? 1
                : words <= 16 ? 4
                : words <= 48 ? 2
                              : 1
    };
};

namespace detail {

// Loads the operands into registers, one pack each, and computes.
template <int V, class... In>
struct operands {
    template <class Result, class Op, class... Loaded>
    static LIMBSMITH_VIEW void run(index64, index64, const Op& op, Result (&r)[V], const Loaded&... x) {
        LIMBSMITH_UNROLL for (int j = 0; j < V; ++j) r[j] = op(x[j]...);
    }
};
template <int V, class First, class... Rest>
struct operands<V, First, Rest...> {
    template <class Result, class Op, class... Loaded>
    static LIMBSMITH_VIEW void run(index64 first, index64 count, const Op& op, Result (&r)[V],
                                   const First& in, const Rest&... rest, const Loaded&... x) {
        typename First::number own[V];
        in.load(first, own);
        LIMBSMITH_UNROLL for (int j = 1; j < V; ++j) {
            if (first + j >= count) own[j] = own[0];  // past the end: repeat the first number
        }
        operands<V, Rest...>::run(first, count, op, r, rest..., x..., own);
    }
};

}  // namespace detail

// Computes the numbers of one thread.
// requires: V divides the row of every view.
template <int V, class Op, class Out, class... In>
LIMBSMITH_VIEW void compute(index64 thread, index64 count, const Op& op, const Out& out, const In&... in) {
    const index64 first = thread * V;
    if (first >= count) return;
    typename Out::number r[V];
    detail::operands<V, In...>::run(first, count, op, r, in...);
    out.store(first, r);
}

}  // namespace limbsmith
