#include "algorithm/pool/items.hpp"

namespace limbsmith::algorithm::pool {

using ir::Place, ir::Scalar;

// T. Gusenbauer, algorithm 3.2.
Items::Reserved Items::reserve(const Place& value, const Place& counter) {
    const Place until = word("until", value), base = word("base", 0), sum = word("warp_sum");
    for (int distance = 1; distance < ir::warp; distance *= 2) {
        const Place other = word("until_" + std::to_string(distance));
        builder.exchange(ir::Exchange::Kind::from_lane, other, until, ir::lane() - distance);
        builder.when(equal(less(ir::lane(), distance), 0),
                     [&] { builder.assign(until, Scalar(until) + other); });
    }
    builder.when(equal(ir::lane(), ir::warp - 1), [&] { builder.atomic_add(base, counter, until); });
    const Place begin = word("begin");
    builder.exchange(ir::Exchange::Kind::from_lane, begin, base, ir::warp - 1);
    builder.exchange(ir::Exchange::Kind::from_lane, sum, until, ir::warp - 1);
    return {word("reserved", Scalar(begin) + until - value), sum};
}

}  // namespace limbsmith::algorithm::pool
