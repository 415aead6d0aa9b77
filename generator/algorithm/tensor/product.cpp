#include "algorithm/tensor/product.hpp"

#include "algorithm/group/sums.hpp"
#include "algorithm/tensor/long_product.hpp"
#include "algorithm/tensor/striped_products.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::tensor {
namespace {

using group::Lanes;
using ir::Place, ir::Scalar;

enum class Wanted : uint8_t { all, low };

// The words of a product in shared memory, in the place of its factors. All products have as much of it, so that warps with
// different ones do not meet there.
class Product {
  public:
    Product(const Lanes& lanes, const Place& a, const Place& b, Wanted wanted)
        : tiles_(wanted == Wanted::all ? 2 * lanes.words : lanes.words),
          memory_(lanes.builder.shared(
              array(ir::word_named("matrices"),
                    std::max(Rows::size(lanes) + Columns::size(lanes), Pairs::size(2 * lanes.words))))),
          rows_(lanes, memory_, 0),
          columns_(lanes, memory_, Rows::size(lanes)),
          shapes_(lanes, "columns_of_b"),
          sums_(lanes, tiles_),
          pairs_(lanes, memory_, 0) {
        ir::RoutineBuilder& builder = lanes.builder;
        builder.barrier();
        rows_.write_zeros();
        columns_.write_zeros();
        builder.barrier();  // the last lane writes words over zeros
        rows_.write(Words::blocked(lanes, a, "_a"));
        columns_.write(Words::blocked(lanes, b, "_b"));
        builder.barrier();
        sums_.clear(0, tiles_);
        shapes_.load(columns_, tiles_);
        sums_.add(rows_, shapes_, 0, tiles_);
        builder.barrier();
        pairs_.write(sums_, tiles_);
        builder.barrier();
    }

    // `count` words a lane of the two numbers whose sum is the product, from word `first` + lane·count.
    void read(const Place& digits, const Place& overs, int count, int first) const {
        pairs_.read(digits, overs, count, first, first == 0 ? "" : "_high");
    }

  private:
    int tiles_;
    Place memory_;
    Rows rows_;
    Columns columns_;
    Shapes shapes_;
    Sums sums_;
    Pairs pairs_;
};

}  // namespace

bool has_products(const ir::Library& library) { return library.contains("tensor_columns"); }

void product(const Lanes& lanes, const Place& r, const Place& a, const Place& b) {
    const int words = 2 * lanes.words;
    if (!fits_registers(lanes, words)) return LongProduct(lanes, a, b, words).read(r, words, 0);
    const Product all(lanes, a, b, Wanted::all);
    const Place overs = lanes.builder.local(ir::number_named("overs", repr::wide, words));
    all.read(r, overs, words, 0);
    group::wide_sum(lanes, r, overs);
}

void low_product(const Lanes& lanes, const Place& r, const Place& a, const Place& b) {
    if (!fits_registers(lanes, lanes.words))
        return LongProduct(lanes, a, b, lanes.words).read(r, lanes.words, 0);
    const Product all(lanes, a, b, Wanted::low);
    const Place digits = lanes.number("digits"), overs = lanes.number("overs");
    all.read(digits, overs, lanes.words, 0);
    group::sum(lanes, r, digits, overs, group::CarryOut::unused);
}

void product_halves(const Lanes& lanes, const Place& low, const Place& high, const Place& a, const Place& b) {
    if (!fits_registers(lanes, 2 * lanes.words)) {
        const LongProduct all(lanes, a, b, 2 * lanes.words);
        all.read(low, lanes.words, 0, "_low");
        return all.read(high, lanes.words, lanes.count * lanes.words, "_high");
    }
    const Product all(lanes, a, b, Wanted::all);
    const Place digits = lanes.number("digits"), overs = lanes.number("overs"),
                over = lanes.word("over_high");
    group::sum_by_halves(lanes, low, high, digits, overs, over,
                         [&](int first) { all.read(digits, overs, lanes.words, first); });
}

}  // namespace limbsmith::algorithm::tensor
