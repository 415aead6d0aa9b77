#include "algorithm/tensor/long_product.hpp"

#include "algorithm/ntt/passes.hpp"
#include "algorithm/tensor/striped_products.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;
using ntt::padded, ntt::padded_row;

LongProduct::LongProduct(const Lanes& lanes, const Place& a, const Place& b, int tiles)
    : lanes_(lanes),
      memory_(
          lanes.builder.shared(array(ir::word_named("matrices"), std::max(StripedProducts::size(lanes, tiles),
                                                                          2 * lanes.words * padded_row)))) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place x = lanes.number("x"), y = lanes.number("y");
    for (const auto& [striped, number] : {std::pair(x, a), std::pair(y, b)}) {
        builder.barrier();
        to_striped(lanes, {memory_, 0, padded_row}, striped, number);
    }
    builder.barrier();
    const Place words = builder.local(array(ir::word_named("words_of_product"), tiles));
    const StripedProducts products(lanes, memory_, tiles);
    products.write_zeros();
    products.multiply(x, y, [&](const Place& part, int from, int count) {
        lanes.each_limb("i", count, [&](Place i) { builder.assign(words[Scalar(i) + from], part.limb(i)); });
    });
    builder.barrier();
    lanes.each_limb("i", tiles, [&](Place i) {
        builder.assign(memory_[ir::lane() + Scalar(i) * padded_row], words[Scalar(i)]);
    });
    builder.barrier();
}

void LongProduct::read(const Place& r, int count, int first, const std::string& suffix) const {
    ir::RoutineBuilder& builder = lanes_.builder;
    const Place from = builder.local(ir::word_named("first_of_lane" + suffix));
    builder.assign(from, ir::lane() * count + first);
    lanes_.each_limb("i", count,
                     [&](Place i) { builder.assign(r.limb(i), memory_[padded(Scalar(from) + Scalar(i))]); });
}

}  // namespace limbsmith::algorithm::tensor
