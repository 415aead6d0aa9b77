#include "pool/words.hpp"

#include <cstring>

namespace limbsmith::pool {

mpz_class Words::number(size_t k) const {
    mpz_class number;
    const std::span<const uint32_t> from = words(k);
    const auto limbs = static_cast<mp_size_t>((from.size() + 1) / 2);
    if (limbs == 0) return number;
    const mpz_ptr to = number.get_mpz_t();
    std::memcpy(mpz_limbs_write(to, limbs), from.data(), static_cast<size_t>(limbs) * sizeof(mp_limb_t));
    mpz_limbs_finish(to, is_negative(k) ? -limbs : limbs);
    return number;
}

}  // namespace limbsmith::pool
