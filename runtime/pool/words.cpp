#include "pool/words.hpp"

#include <cstring>

namespace limbsmith::pool {

mpz_class Words::number(size_t k) const {
    mpz_class number;
    const Item& it = items_[k];
    const auto limbs = static_cast<mp_size_t>((size_t{it.bits} + 63) / 64);
    if (limbs == 0) return number;
    const mpz_ptr to = number.get_mpz_t();
    std::memcpy(mpz_limbs_write(to, limbs), it.words, static_cast<size_t>(limbs) * sizeof(mp_limb_t));
    mpz_limbs_finish(to, it.is_negative ? -limbs : limbs);
    return number;
}

}  // namespace limbsmith::pool
