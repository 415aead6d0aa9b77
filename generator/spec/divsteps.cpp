#include "spec/divsteps.hpp"

namespace limbsmith {
namespace {

// As in the definition (section 8).
mpz_class matrix(uint64_t count, std::span<const mpz_class> arguments) {
    mpz_class eta = arguments[0], f = arguments[1], g = arguments[2], u = 1, v = 0, q = 0, r = 1;
    for (uint64_t i = 0; i < count; ++i) {
        const bool is_odd = mpz_odd_p(g.get_mpz_t());
        mpz_class next_f = f, next_u = u, next_v = v;
        if (is_odd && eta < 0) {
            next_f = g, next_u = q, next_v = r;
            g -= f, q -= u, r -= v;
            eta = -eta;
        } else if (is_odd) {
            g += f, q += u, r += v;
        }
        eta -= 2;
        g /= 2;  // exact
        f = next_f, u = 2 * next_u, v = 2 * next_v;
    }
    mpz_class packed = 0;
    for (const mpz_class& number : {eta, r, q, v, u}) packed = (packed << limb_bits) + number;
    return packed;
}

}  // namespace

const ir::Function divsteps{"divsteps", matrix};

}  // namespace limbsmith
