#include "grid/newton.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "operation/device_grid.hpp"

namespace limbsmith::grid {
namespace {

// A step gets from k words 2k - 1.
std::vector<uint32_t> precisions(uint32_t p) {
    std::vector<uint32_t> all{p};
    while (all.back() > most_words_of_start) all.push_back(all.back() / 2 + 1);
    std::ranges::reverse(all);
    return all;
}

}  // namespace

// The kernel has the same steps: 2 words, then half of k words and one, from the highest bit of k - 2 on. To get 2 words, a
// reciprocal takes one step from 1 word, an inverse root three from 14 bits.
std::vector<uint32_t> start(Arithmetic& arithmetic, Newton method, const View& x, const View& a,
                            uint32_t count) {
    const uint32_t p = a.length;
    const std::vector<uint32_t> all = precisions(p);
    const bool is_root = method == Newton::inverse_root;
    const uint32_t steps = static_cast<uint32_t>(std::bit_width(all[0] - 2)) + (is_root ? 3 : 1);
    arithmetic.copy(x, arithmetic.zero(), count);
    arithmetic.machine().launch(is_root ? "grid_start_root" : "grid_start_reciprocal", 1, count,
                                std::array<Argument, 5>{a.array(), x.array(), p, all[0], steps},
                                threads_of_start);
    return all;
}

}  // namespace limbsmith::grid
