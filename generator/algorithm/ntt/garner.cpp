#include "algorithm/ntt/garner.hpp"

namespace limbsmith::algorithm::ntt {

using ir::Place, ir::Scalar;

namespace {

Garner::Scale with_companion(const NttPrime& prime, uint32_t value) { return {value, prime.shoup(value)}; }

}  // namespace

Garner::Garner(ir::RoutineBuilder& builder) : builder_(builder) {
    for (size_t i = 0; i < n_.size(); ++i) n_[i] = builder.local(ir::word_named("n" + std::to_string(i)));
}

Garner::Scales Garner::scales(uint32_t length) {
    const auto scale = [&](const NttPrime& prime) {
        const auto word = static_cast<uint32_t>((uint64_t{1} << 32) % prime.p);
        return with_companion(prime, prime.mul(word, prime.inverse(length)));
    };
    const auto& p = ntt_primes();
    return {scale(p[0]), scale(p[1]), scale(p[2])};
}

void Garner::number(const std::array<Place, ntt_prime_count>& r, const Scales& scales) const {
    const auto& p = ntt_primes();
    const auto inverse = [&](int of, int modulo) {
        return with_companion(p[modulo], p[modulo].inverse(p[of].p % p[modulo].p));
    };
    const auto step = [&](const char* leaf, int k, const Place& v, const Scale& by) {
        builder_.call(leaf, {Scalar(r[k]), Scalar(v), by.w, by.ws, p[k].p, p[k].minus(1), p[k].multiple(2)},
                      {r[k]});
    };
    for (size_t k = 0; k < p.size(); ++k)
        builder_.call("ntt_mul", {Scalar(r[k]), scales[k].w, scales[k].ws, p[k].p, p[k].minus(1)}, {r[k]});
    builder_.call("ntt_canonical", {Scalar(r[0]), p[0].p, p[0].minus(1)}, {r[0]});
    step("ntt_digit", 1, r[0], inverse(0, 1));
    step("ntt_step", 2, r[0], inverse(0, 2));
    step("ntt_digit", 2, r[1], inverse(1, 2));
    const uint64_t p01 = uint64_t{p[0].p} * p[1].p;
    builder_.call("ntt_number",
                  {Scalar(r[0]), Scalar(r[1]), Scalar(r[2]), p[0].p, static_cast<uint32_t>(p01),
                   static_cast<uint32_t>(p01 >> 32)},
                  {n_[0], n_[1], n_[2]});
}

}  // namespace limbsmith::algorithm::ntt
