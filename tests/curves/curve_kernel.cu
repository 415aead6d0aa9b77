// Multiples of points of one curve; each thread computes one multiple.
//
// FIELD is the namespace of the generated header, FIELD_HEADER its file.
#include FIELD_HEADER

#include "curve.cuh"

namespace {

// Number k of a limb-major array.
__device__ FIELD::elem load(const uint32_t* from, unsigned long long count, unsigned long long k) {
    FIELD::plain x;
    for (int i = 0; i < FIELD::limbs; ++i) x.limb[i] = from[i * count + k];
    return to_elem(x);
}

}  // namespace

// Numbers are canonical residues, limb-major. r: x and y of scalar*(x, y), zero for the point at infinity; a
// word that is 1 for that point; a word that is 1 if (x, y) is on the curve.
extern "C" __global__ void multiply(uint32_t* r, const uint32_t* a, const uint32_t* b, const uint32_t* x,
                                    const uint32_t* y, const uint32_t* scalar, unsigned long long count) {
    const unsigned long long k = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    const curve::Curve<FIELD::elem> c = {load(a, count, k), load(b, count, k)};
    const curve::Point<FIELD::elem> p = {load(x, count, k), load(y, count, k), 0};
    const curve::Point<FIELD::elem> q = curve::multiple(c, p, scalar + k, FIELD::limbs, count);
    const FIELD::plain qx = to_plain(q.x), qy = to_plain(q.y);
    for (int i = 0; i < FIELD::limbs; ++i) {
        r[i * count + k] = qx.limb[i];
        r[(FIELD::limbs + i) * count + k] = qy.limb[i];
    }
    r[2 * FIELD::limbs * count + k] = q.at_infinity;
    r[(2 * FIELD::limbs + 1) * count + k] = curve::is_on_curve(c, p);
}
