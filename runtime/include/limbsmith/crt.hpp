// Numbers from their remainders by two moduli, which each number has of its own: the Chinese remainder theorem, as for RSA's keys.
//
//     using steps = crt_steps<u1024::ops::mod_sub, u1024::ops::mul_mod, u2048::ops::mul_lo, u2048::ops::add>;
//     crt(steps(), r, a, p, b, q, q_inverse);        // r mod p = a, r mod q = b
//
// For odd p, `sub` and `mul` of a header for moduli given at run time over lanes are faster than mod_sub and mul_mod, and take the same
// steps for all numbers; examples/rsa has them.
//
// Promises: those of resize.hpp. C++17.
#pragma once

#include "limbsmith/resize.hpp"

namespace limbsmith {

// The operations of crt: a difference and a product modulo p, each with the modulus as last operand; the low product and the
// sum of whole numbers that are longer.
template <class Difference, class Product, class LowProduct, class Sum>
struct crt_steps {
    Difference difference;
    Product product;
    LowProduct low_product;
    Sum sum;
};

inline namespace LIMBSMITH_COMPILATION {

// r = b + q·((a - b)·q_inverse mod p), by Garner. a has the type of the first two operations, r that of the last two; p, b, q and
// q_inverse have any type that is no longer, and each is a batch, or one value for all numbers. r may be one of the operands.
// requires: a, b < p; b < q; q·q_inverse mod p = 1 mod p; p·q <= 2^bits of r. Where q > p, exchange them.
// ensures: r < p·q, r mod p = a, r mod q = b.
template <class... Operations, class R, class LayoutR, class A, class Layout, class P, class B, class Q,
          class Inverse>
void crt(stream& on, const crt_steps<Operations...>& by, batch<R, LayoutR>& r, const batch<A, Layout>& a,
         const P& p, const B& b, const Q& q, const Inverse& q_inverse) {
    const auto& moduli = detail::operand_as<A, Layout>(on, p);
    batch<A, Layout> factor(a.size(), a.where());
    apply(on, by.difference, factor, a, detail::operand_as<A, Layout>(on, b), moduli);
    apply(on, by.product, factor, factor, detail::operand_as<A, Layout>(on, q_inverse), moduli);
    batch<R, LayoutR> product(a.size(), a.where());
    resize(on, product, factor);
    apply(on, by.low_product, product, product, detail::operand_as<R, LayoutR>(on, q));
    apply(on, by.sum, r, product, detail::operand_as<R, LayoutR>(on, b));
}
template <class... Operations, class R, class LayoutR, class... Operands>
void crt(const crt_steps<Operations...>& by, batch<R, LayoutR>& r, const Operands&... operands) {
    crt(stream::standard(r.where()), by, r, operands...);
}

}  // namespace LIMBSMITH_COMPILATION

}  // namespace limbsmith
