// The arguments of kernels compiled at run time, beside views: one number for all t, and several results in arrays of
// their own. A host passes each as an address and a row.
//
// Compiles with nvcc and NVRTC as C++17 and later.
#pragma once

#include "limbsmith/call.hpp"

namespace limbsmith::detail {

// The number at `base` for all t.
template <class T>
struct one_for_all {
    using number = T;
    using layout = limb_major;  // packs may have any size
    enum : int { words = 0 };

    const uint32_t* base;
    index64 row;

    template <int V>
    LIMBSMITH_VIEW void load(index64, T (&x)[V]) const {
        LIMBSMITH_UNROLL for (int j = 0; j < V; ++j) {
            LIMBSMITH_UNROLL for (int i = 0; i < words_of<T>::value; ++i) limbsmith::words(x[j])[i] = base[i];
        }
    }
    template <int n>
    LIMBSMITH_VIEW void load_words(index64, int first, uint32_t (&x)[n]) const {
        LIMBSMITH_UNROLL for (int i = 0; i < n; ++i) x[i] = base[first + i];
    }
};

template <class T>
constexpr bool has_steps<one_for_all<T>> = true;
#if defined(__CUDACC__)
template <class Array, class T>
__device__ __forceinline__ Array array_from(const one_for_all<T>& number, index64) {
    return {number.base, 0, 1};
}
#endif

// The numbers of a result from word `first` on, each in a view.
template <int first, class View, class... Rest>
struct parts {
    View view;
    parts<first + View::words, Rest...> rest;
    enum : int {
        is_coalesced = View::layout::is_coalesced && parts<first + View::words, Rest...>::is_coalesced
    };

    template <int V, class T>
    LIMBSMITH_VIEW void store(index64 t, const T (&x)[V]) const {
        parts<first, View>{view}.store(t, x);
        rest.store(t, x);
    }
    template <int n>
    LIMBSMITH_VIEW void store_words(index64 t, int at, const uint32_t (&x)[n]) const {
        if (at < first + View::words)
            view.store_words(t, at - first, x);
        else
            rest.store_words(t, at, x);
    }
};
template <int first, class View>
struct parts<first, View> {
    View view;
    enum : int { is_coalesced = View::layout::is_coalesced };

    template <int V, class T>
    LIMBSMITH_VIEW void store(index64 t, const T (&x)[V]) const {
        typename View::number own[V];
        LIMBSMITH_UNROLL for (int j = 0; j < V; ++j) {
            LIMBSMITH_UNROLL for (int i = 0; i < View::words; ++i) limbsmith::words(own[j])[i] =
                limbsmith::words(x[j])[first + i];
        }
        view.store(t, own);
    }
    template <int n>
    LIMBSMITH_VIEW void store_words(index64 t, int at, const uint32_t (&x)[n]) const {
        view.store_words(t, at - first, x);
    }
};

// A result T of several numbers.
template <class T, class... Views>
struct results {
    using number = T;
    struct layout {
        enum : int { is_coalesced = parts<0, Views...>::is_coalesced };
    };
    enum : int { words = words_of<T>::value };

    parts<0, Views...> all;

    template <int V>
    LIMBSMITH_VIEW void store(index64 t, const T (&x)[V]) const {
        all.store(t, x);
    }
    template <int n>
    LIMBSMITH_VIEW void store_words(index64 t, int at, const uint32_t (&x)[n]) const {
        all.store_words(t, at, x);
    }
};

// Whether a kernel computes tiles of numbers, where a block can have `most` bytes of shared memory, for batches that are large
// or may be small.
template <int most, bool is_large, class Op, class Out, class... In>
LIMBSMITH_VIEW constexpr bool is_by_tiles() {
    if constexpr (takes_tiles<Op, Out, In...> || (is_large && takes_large_tiles<Op, Out, In...>))
        return Op::tile::tile_bytes <= most;
    return false;
}

}  // namespace limbsmith::detail
