#include "algorithm/loop/constants.hpp"

#include <algorithm>

#include "spec/modulus.hpp"

namespace limbsmith::algorithm::loop {
namespace {

// The word of this lane, one of the lanes from `first` to `last`.
ir::Scalar of_lane(const std::vector<uint32_t>& words, size_t first, size_t last) {
    const auto is_first = [&](uint32_t word) { return word == words[first]; };
    if (std::all_of(words.begin() + static_cast<ptrdiff_t>(first),
                    words.begin() + static_cast<ptrdiff_t>(last) + 1, is_first))
        return words[first];
    const size_t middle = (first + last + 1) / 2;
    return select(less(ir::lane(), static_cast<uint32_t>(middle)), of_lane(words, first, middle - 1),
                  of_lane(words, middle, last));
}

}  // namespace

void assign_number(ir::RoutineBuilder& builder, Width width, const ir::Place& x, const mpz_class& number) {
    const int limbs = width.lane_limbs();
    if (width.mapping.is_thread()) {
        std::vector<uint32_t> words;
        for (int k = 0; k < limbs; ++k) words.push_back(limb_of(number, k));
        return builder.copy(x, std::move(words));
    }
    for (int k = 0; k < limbs; ++k) {
        std::vector<uint32_t> words;
        for (int lane = 0; lane < width.lanes(); ++lane) words.push_back(limb_of(number, lane * limbs + k));
        builder.assign(x.limb(k), of_lane(words, 0, words.size() - 1));
    }
}

}  // namespace limbsmith::algorithm::loop
