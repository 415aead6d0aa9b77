#include "limbsmith/pool/words.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "operation/device_pool.hpp"

namespace limbsmith::pool {

void Words::append(const Words& others) {
    if (!order_.empty() || !others.order_.empty()) {
        order_.reserve(count_ + others.count_);
        for (size_t k = order_.size(); k < count_; ++k) order_.push_back(static_cast<uint32_t>(k));
        for (size_t k = 0; k < others.count_; ++k)
            order_.push_back(static_cast<uint32_t>(count_ + others.place(k)));
    }
    for (const Portion& it : others.portions_) portions_.push_back({count_ + it.first, it.rows, it.units});
    count_ += others.count_;
}

void Words::arrange(std::vector<uint32_t> order) {
    for (uint32_t& it : order) it = static_cast<uint32_t>(place(it));
    order_ = std::move(order);
}

const Words::Portion& Words::portion(size_t place) const {
    return *std::prev(std::ranges::upper_bound(portions_, place, {}, &Portion::first));
}

const Words::Row& Words::row(size_t k) const {
    const Portion& of = portion(place(k));
    return of.rows[place(k) - of.first];
}

Failure Words::failure(size_t k) const { return static_cast<Failure>(row(k).flags >> shape::failure_shift); }
bool Words::is_negative(size_t k) const { return (row(k).flags & shape::negative) != 0; }

span<const uint32_t> Words::words(size_t k) const {
    const Portion& of = portion(place(k));
    const Row& it = of.rows[place(k) - of.first];
    if (it.bits == 0) return {};
    return {of.units.get() + size_t{it.unit} * shape::unit_words, (size_t{it.bits} + 31) / 32};
}

mpz_class Words::number(size_t k) const {
    mpz_class number;
    const span<const uint32_t> from = words(k);
    const auto limbs = static_cast<mp_size_t>((from.size() + 1) / 2);
    if (limbs == 0) return number;
    const mpz_ptr to = number.get_mpz_t();
    std::memcpy(mpz_limbs_write(to, limbs), from.data(), static_cast<size_t>(limbs) * sizeof(mp_limb_t));
    mpz_limbs_finish(to, is_negative(k) ? -limbs : limbs);
    return number;
}

}  // namespace limbsmith::pool
