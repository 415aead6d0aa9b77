// The halves of products by matrices (product.hpp) that a Montgomery product takes (montgomery.hpp): where registers have sums for all
// tiles, the upper half of the first product stays there as columns; else the products are made by tiles (by_tiles.hpp).
#pragma once

#include <memory>
#include <optional>

#include "algorithm/tensor/by_tiles.hpp"

namespace limbsmith::algorithm::tensor {

// The second factor of a product. The matrices of a factor that stays may be kept in registers.
struct Factor {
    Columns columns;
    std::optional<Shapes> kept{};
};

class Halves {
  public:
    static std::unique_ptr<Halves> of(const group::Lanes& lanes);
    virtual ~Halves() = default;

    // Stands outside of the loops that make products.
    virtual void prepare() const {}
    // Keeps the matrices of a factor, for products of which tiles below `to` are wanted, if registers have room for them. requires:
    // the factor has been written.
    virtual void keep(Factor& /*factor*/, const std::string& /*name*/, int /*to*/) const {}

    // All of these require that the factors have been written, numbers are striped; names of variables end in the suffix.
    // low = the lower half of x·y. The upper one stays here, all but the carry that is returned.
    virtual Carry split(const ir::Place& low, const Rows& x, const Factor& y,
                        const std::string& suffix) const = 0;
    // r = the lower half of x·y + first.
    virtual void lower(const ir::Place& r, const Rows& x, const Factor& y, const Carry& first,
                       const std::string& suffix) const = 0;
    // r = the upper half that is here + that of x·y + the carry from below; returns the carry.
    virtual Carry upper(const ir::Place& r, const Rows& x, const Factor& y, const ByTiles::Below& below,
                        const std::string& suffix) const = 0;
};

}  // namespace limbsmith::algorithm::tensor
