#include "algorithm/group/long_products.hpp"

#include "algorithm/tensor/product.hpp"

namespace limbsmith::algorithm::group {

using ir::Place, ir::Scalar;

bool has_long_products(const ir::Library& library) {
    return ntt::has_products(library) || tensor::has_products(library);
}

void long_product(const Lanes& lanes, const Place& r, const Place& a, const Place* b) {
    if (ntt::has_products(lanes.builder.library())) return ntt::product(lanes, r, a, b);
    tensor::product(lanes, r, a, b ? *b : a);
}

// A square by matrices takes as long as a product.
void long_low_product(const Lanes& lanes, const Place& r, const Place& a, const Place& b,
                      const Place* is_square) {
    if (ntt::has_products(lanes.builder.library())) return ntt::low_product(lanes, r, a, &b, is_square);
    if (!is_square) return tensor::low_product(lanes, r, a, b);
    const Place other = lanes.number("other");
    lanes.builder.call("lane_select", {Scalar(*is_square), a, b}, {other});
    tensor::low_product(lanes, r, a, other);
}

bool has_long_sums(const ir::Library& library) { return ntt::has_products(library); }

void long_low_sum(const Lanes& lanes, const Place& r, const ntt::Factors& of) { ntt::low_sum(lanes, r, of); }

void long_product_halves(const Lanes& lanes, const Place& low, const Place& high, const Place& a,
                         const Place& b) {
    if (ntt::has_products(lanes.builder.library())) return ntt::product_halves(lanes, low, high, a, b);
    tensor::product_halves(lanes, low, high, a, b);
}

}  // namespace limbsmith::algorithm::group
