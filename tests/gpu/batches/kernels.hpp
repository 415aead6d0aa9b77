// The parts of these tests that nvcc compiles: lambdas and streams. Everything else is compiled for the host
// and uses ahead-of-time kernels.
#pragma once

#include "block2000.cuh"
#include "fe25519.cuh"
#include "limbsmith/batch.hpp"
#include "u131.cuh"

namespace limbsmith::test {

using Elements = batch<fe25519::elem>;

// r = (a + b)·factor − a by one lambda: with operators, for host and device; with functions, for the device
// only, with the factor as one value for all.
void fused(Elements& r, const Elements& a, const Elements& b, const fe25519::elem& factor);
void fused_on_device(Elements& r, const Elements& a, const Elements& b, const fe25519::elem& factor);

// r = (a² + b)·(b² + b) − a·b, and r = a·b + a + b, by limbsmith::fuse.
using BlockNumbers = batch<block2000::joined<block2000::num>>;
void fused(BlockNumbers& r, const BlockNumbers& a, const BlockNumbers& b);
void fused(batch<u131::num>& r, const batch<u131::num>& a, const batch<u131::num>& b);

// a = a², r = r·a on another stream than before, `rounds` times.
void alternate(Elements& r, Elements& a, int rounds);

// An operation like those of headers whose device code is wrong: returns a, but loses a limb on the device.
struct broken {
    static const char* name() { return "test::broken"; }
    LIMBSMITH_VIEW u131::num operator()(const u131::num& a) const {
        u131::num r = a;
#if defined(__CUDA_ARCH__)
        r.limb[3] = 0;
#endif
        return r;
    }
};
inline unsigned long long code_of(const broken&) { return 1; }
template <class Samples>
void draw_operands(const broken&, Samples& samples, u131::num& a) {
    samples.below(a, 131);
}
// Uses a kernel compiled with the call.
void apply_broken(batch<u131::num>& r, const batch<u131::num>& a);

// Launches a kernel that fails.
void fail(stream& on, batch<u131::num>& a);

}  // namespace limbsmith::test
