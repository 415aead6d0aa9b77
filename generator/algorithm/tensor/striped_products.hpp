// Products by matrices of numbers that lie striped (striped.hpp). Their words come striped as well, a part after the other.
//
// Where registers have sums for all tiles (product.hpp), the parts are as long as the factors. Else the product is made by tiles
// (by_tiles.hpp), or by halves (karatsuba.hpp), if all of it is wanted.
#pragma once

#include <optional>

#include "algorithm/tensor/by_tiles.hpp"
#include "algorithm/tensor/karatsuba.hpp"

namespace limbsmith::algorithm::tensor {

// Whether registers have the sums of so many tiles at once, with all shapes of the second factor. (On an H200 the limit is where
// both ways take as long.)
bool fits_registers(const group::Lanes& lanes, int tiles);

class StripedProducts {
  public:
    using Take = ByTiles::Take;

    // The words of shared memory for products of which the first `tiles` tiles are wanted: as many as a factor has limbs in a lane, or
    // twice as many, which is all.
    static int size(const group::Lanes& lanes, int tiles);
    // From the beginning of the shared array on.
    StripedProducts(const group::Lanes& lanes, const ir::Place& memory, int tiles);

    // Writes what stays there between products.
    void write_zeros() const;
    // Gives the words of x·y, the lowest ones first. A barrier stands before the memory is written. The names of variables end in the
    // suffix. requires: the zeros are written.
    void multiply(const ir::Place& x, const ir::Place& y, const Take& take,
                  const std::string& suffix = {}) const;
    // The same for numbers with the words below theirs. requires: not by halves.
    void multiply(const Words& x, const Words& y, const Take& take, const std::string& suffix = {}) const;

  private:
    void by_halves(const ir::Place& x, const ir::Place& y, const Take& take, const std::string& suffix) const;
    void at_once(const Take& take, const std::string& suffix) const;

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    int tiles_;
    std::optional<Karatsuba> halves_;  // or else
    std::optional<Rows> rows_;
    std::optional<Columns> columns_;
    std::optional<Shapes> shapes_;  // of all tiles at once
    std::optional<Sums> sums_;
    std::optional<ByTiles> by_tiles_;  // or of some
};

}  // namespace limbsmith::algorithm::tensor
