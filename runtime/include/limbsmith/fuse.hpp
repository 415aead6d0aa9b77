// Expressions of whole numbers as one operation for apply(): nothing between their parts leaves the registers and the shared
// memory of the threads that compute a number.
//
//     constexpr limbsmith::argument<0> a;
//     constexpr limbsmith::argument<1> b;
//     const auto poly = limbsmith::fuse<u32768::joined<u32768::num>>((a * a + b) * (b * b + b) + a * b);
//     limbsmith::apply(poly, r, x, y);                    // batches of u32768::joined<u32768::num>
//
// The value is modulo 2^(32·limbs). The header of the numbers must have add, sub and mul_lo, as far as the expression uses
// them; for numbers of one thread, `fuse<u256::num>`, mul_lo takes operands below 2^bits: a sum as a factor needs bits that
// are a multiple of 32. A term that is written twice is computed twice. C++17.
#pragma once

#include "limbsmith/layout.hpp"

namespace limbsmith {

namespace expression {

template <int I>
struct argument {};
template <class L, class R>
struct sum {};
template <class L, class R>
struct difference {};
template <class L, class R>
struct product {};

template <class L, class R>
constexpr sum<L, R> operator+(L, R) {
    return {};
}
template <class L, class R>
constexpr difference<L, R> operator-(L, R) {
    return {};
}
template <class L, class R>
constexpr product<L, R> operator*(L, R) {
    return {};
}

// The value of an expression for one thread, or the part that one of several threads has. The functions of the header are
// found by the type of the numbers.
template <int I, class T>
LIMBSMITH_VIEW T value(argument<I>, const T* in) {
    return in[I];
}
template <class L, class R, class T>
LIMBSMITH_VIEW T value(sum<L, R>, const T* in);
template <class L, class R, class T>
LIMBSMITH_VIEW T value(difference<L, R>, const T* in);
template <class L, class R, class T>
LIMBSMITH_VIEW T value(product<L, R>, const T* in);

template <class L, class R, class T>
LIMBSMITH_VIEW T value(sum<L, R>, const T* in) {
    return add(value(L{}, in), value(R{}, in));
}
template <class L, class R, class T>
LIMBSMITH_VIEW T value(difference<L, R>, const T* in) {
    return sub(value(L{}, in), value(R{}, in));
}
template <class L, class R, class T>
LIMBSMITH_VIEW T value(product<L, R>, const T* in) {
    return mul_lo(value(L{}, in), value(R{}, in));
}

#if !defined(__CUDACC_RTC__)
// The same for the parts of all threads of a number, on the host.
template <class Joined>
struct parts {
    template <int I>
    static Joined of(argument<I>, const Joined* in) {
        return in[I];
    }
    template <class L, class R>
    static Joined of(sum<L, R>, const Joined* in) {
        const Joined x = of(L{}, in), y = of(R{}, in);
        Joined r;
        add(r.part, x.part, y.part);
        return r;
    }
    template <class L, class R>
    static Joined of(difference<L, R>, const Joined* in) {
        const Joined x = of(L{}, in), y = of(R{}, in);
        Joined r;
        sub(r.part, x.part, y.part);
        return r;
    }
    template <class L, class R>
    static Joined of(product<L, R>, const Joined* in) {
        const Joined x = of(L{}, in), y = of(R{}, in);
        Joined r;
        mul_lo(r.part, x.part, y.part);
        return r;
    }
};
#endif

// Numbers of one thread.
template <class Number, class Expression, class = void>
struct fused {
    LIMBSMITH_VIEW static const char* name() { return "limbsmith::fuse"; }
    template <class... In>
    LIMBSMITH_VIEW Number operator()(const In&... in) const {
        const Number all[] = {in...};
        return value(Expression{}, all);
    }
};

// Numbers over several threads: `joined<num>` of their header.
template <class Number, class Expression>
struct fused<Number, Expression, decltype(void(Number::lane_count))> {
    enum : int { lanes = Number::lane_count, shared_bytes = Number::shared_bytes, blocks = Number::blocks };
    LIMBSMITH_VIEW static const char* name() { return "limbsmith::fuse"; }
#if !defined(__CUDACC_RTC__)
    template <class... In>
    Number operator()(const In&... in) const {
        const Number all[] = {in...};
        return parts<Number>::of(Expression{}, all);
    }
#endif
#if defined(__CUDACC__)
    template <class Out, class... In>
    __device__ __forceinline__ void operator()(index64 k, bool is_there, const Out& out,
                                               const In&... in) const {
        using Part = typename Number::part_type;
        constexpr int words = words_of<Part>::value;
        const int first = int(threadIdx.x % unsigned(lanes)) * words;
        Part all[sizeof...(In)];
        int i = 0;
        (in.load_words(k, first, all[i++].limb), ...);
        const Part r = value(Expression{}, all);
        if (is_there) out.store_words(k, first, r.limb);
    }
#endif
};

}  // namespace expression

// Argument I of the operation.
template <int I>
using argument = expression::argument<I>;

// The operation that computes the expression for numbers of this type.
template <class Number, class Expression>
constexpr expression::fused<Number, Expression> fuse(Expression) {
    return {};
}

}  // namespace limbsmith
