#include "gpu/batches/kernels.hpp"
#include "limbsmith/apply.hpp"
#include "limbsmith/fuse.hpp"

namespace limbsmith::test {

using fe25519::elem;

void fused(Elements& r, const Elements& a, const Elements& b, const elem& factor) {
    const auto op = [factor] __host__ __device__(const elem& x, const elem& y) {
        return (x + y) * factor - x;
    };
    apply(op, r, a, b);
}

void fused_on_device(Elements& r, const Elements& a, const Elements& b, const elem& factor) {
    const auto op = [] __device__(const elem& k, const elem& x, const elem& y) -> elem {
        return fe25519::sub(fe25519::mul(fe25519::add(x, y), k), x);
    };
    apply(op, r, factor, a, b);
}

void fused(BlockNumbers& r, const BlockNumbers& a, const BlockNumbers& b) {
    constexpr argument<0> x;
    constexpr argument<1> y;
    apply(fuse<block2000::joined<block2000::num>>((x * x + y) * (y * y + y) - x * y), r, a, b);
}

void fused(batch<u131::num>& r, const batch<u131::num>& a, const batch<u131::num>& b) {
    constexpr argument<0> x;
    constexpr argument<1> y;
    apply(fuse<u131::num>(x * y + x + y), r, a, b);
}

void alternate(Elements& r, Elements& a, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        stream here, there;
        apply(here, fe25519::ops::sqr{}, a, a);
        apply(there, fe25519::ops::mul{}, r, r, a);
    }
}

void apply_broken(batch<u131::num>& r, const batch<u131::num>& a) { apply(broken{}, r, a); }

// And one that is made ahead of time.
using numbers = view<u131::num, limb_major>;
[[maybe_unused]] const bool is_provided = detail::provide<broken, numbers, numbers>();

void fail(stream& on, batch<u131::num>& a) {
    const auto op = [] __device__(const u131::num& x) -> u131::num {
        __trap();
        return x;
    };
    apply(on, op, a, a);
}

}  // namespace limbsmith::test
