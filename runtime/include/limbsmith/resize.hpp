// Batches of one width as batches of another, and remainders: the steps between the headers of a program.
//
//     resize(wide, narrow);                          // the same numbers; refuses those that do not fit
//     apply(truncated<u131::num>(), r, a);           // a mod 2^(32·5)
//     apply(sign_extended<u239::num>(), r, a);       // two's complement
//     remainder(u2048::ops::divrem(), r, a, n);      // a mod n, for three types
//     remainder(u2048::ops::divrem1(), r, a, 97);    // for a divisor of one word
//
// truncated and sign_extended are operations like those of headers: with a stream, for one value as well. Types may be
// num, wide, plain, exponent, uint32_t, and joined ones; not elem: apply to_plain first.
//
// Promises: those of apply.hpp. Work on a GPU needs nvcc, or divrem's kernel compiled ahead of time; else the host does it. C++17.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>

#include "limbsmith/apply.hpp"
#include "limbsmith/convert.hpp"

namespace limbsmith {

namespace detail {

template <class T, class = void>
constexpr bool is_element = false;
template <class T>
constexpr bool is_element<T, std::void_t<typename T::residue>> = true;

// The words of x, then words `above`.
template <class To, class From>
LIMBSMITH_VIEW To with_words(const From& x, uint32_t above) {
    static_assert(!is_element<To> && !is_element<From>,
                  "elem has a form of its own: apply to_plain before, to_elem after");
    To r;
    for (int i = 0; i < words_of<To>::value; ++i)
        words(r)[i] = i < words_of<From>::value ? words(x)[i] : above;
    return r;
}

template <class To>
struct fits_in {
    static const char* name() { return "resize"; }
    template <class From>
    LIMBSMITH_VIEW uint32_t operator()(const From& x) const {
        return is_below_bits<bits_of<To>>(x) && is_in_range(with_words<To>(x, 0), 0);
    }
};

template <class To>
struct remainder_as {
    static const char* name() { return "remainder"; }
    template <class Both>
    LIMBSMITH_VIEW To operator()(const Both& x) const {
        return with_words<To>(x.remainder, 0);
    }
};

template <class T, class = void>
constexpr bool has_modulus = false;
template <class T>
constexpr bool has_modulus<T, std::void_t<decltype(T::modulus())>> = true;

}  // namespace detail

// x mod 2^(32·words).
template <class To>
struct truncated {
    template <class From>
    LIMBSMITH_VIEW To operator()(const From& x) const {
        return detail::with_words<To>(x, 0);
    }
};

// The same number as two's complement, modulo 2^(32·words).
template <class To>
struct sign_extended {
    template <class From>
    LIMBSMITH_VIEW To operator()(const From& x) const {
        return detail::with_words<To>(x, 0u - (words(x)[words_of<From>::value - 1] >> 31));
    }
};

namespace detail {
inline namespace LIMBSMITH_COMPILATION {

// An operand of an operation on T: a batch, which is not copied if it is of such numbers, or one value for all numbers.
template <class T, class Layout, class N, class Any>
decltype(auto) operand_as(stream& on, const batch<N, Any>& numbers) {
    static_assert(32 * words_of<T>::value >= bits_of<N>, "the operation is on shorter numbers");
    if constexpr (std::is_same_v<batch<T, Layout>, batch<N, Any>>) {
        return (numbers);
    } else {
        batch<T, Layout> made(numbers.size(), numbers.where());
        apply(on, truncated<T>(), made, numbers);
        return made;
    }
}
template <class T, class, class N>
T operand_as(stream&, const N& value) {
    static_assert(32 * words_of<T>::value >= bits_of<N>, "the operation is on shorter numbers");
    if constexpr (std::is_integral_v<N>)
        return with_words<T>(operand_of(value).value, 0);
    else
        return with_words<T>(value, 0);
}

}  // namespace LIMBSMITH_COMPILATION
}  // namespace detail

inline namespace LIMBSMITH_COMPILATION {

// to = from; waits for the check where a number may be too long. On stream `on`, or on the standard one of their place.
// Errors: runtime::InputError naming the first number that is not below 2^bits, or below a modulus that the type of `to`
// knows; then `to` is as it was.
template <class To, class LayoutTo, class From, class LayoutFrom>
void resize(stream& on, batch<To, LayoutTo>& to, const batch<From, LayoutFrom>& from) {
    constexpr int bits = detail::bits_of<To>;
    if constexpr (32 * words_of<From>::value > bits || detail::has_modulus<To>) {
        batch<uint32_t> fits(from.size(), from.where());
        apply(on, detail::fits_in<To>(), fits, from);
        const std::vector<uint32_t> all = fits.read();
        const auto found = std::find(all.begin(), all.end(), 0u);
        if (found != all.end()) {
            throw runtime::InputError(
                "resize: number " + std::to_string(found - all.begin()) + " is not below " +
                (detail::has_modulus<To> ? std::string("the modulus") : "2^" + std::to_string(bits)));
        }
    }
    apply(on, truncated<To>(), to, from);
}
template <class To, class LayoutTo, class From, class LayoutFrom>
void resize(batch<To, LayoutTo>& to, const batch<From, LayoutFrom>& from) {
    resize(stream::standard(to.where()), to, from);
}

// r = a mod n, by `divide`, the divrem or divrem1 of whole numbers at least as long as a and n. n is a batch, or one value
// for all numbers. Where n is 0, r is the low words of a.
// requires: the remainders are numbers of r.
template <class Divide, class R, class LayoutR, class A, class Layout, class N>
void remainder(stream& on, const Divide& divide, batch<R, LayoutR>& r, const batch<A, Layout>& a,
               const N& n) {
    using both = typename Divide::result;
    using number = decltype(both::q);
    using divisor = decltype(both::remainder);
    batch<both, Layout> all(a.size(), a.where());
    apply(on, divide, all, detail::operand_as<number, Layout>(on, a),
          detail::operand_as<divisor, Layout>(on, n));
    apply(on, detail::remainder_as<R>(), r, all);
}
template <class Divide, class R, class LayoutR, class A, class Layout, class N>
void remainder(const Divide& divide, batch<R, LayoutR>& r, const batch<A, Layout>& a, const N& n) {
    remainder(stream::standard(r.where()), divide, r, a, n);
}

}  // namespace LIMBSMITH_COMPILATION

}  // namespace limbsmith
