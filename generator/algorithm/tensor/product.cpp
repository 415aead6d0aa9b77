#include "algorithm/tensor/product.hpp"

#include "algorithm/group/carries.hpp"
#include "algorithm/group/sums.hpp"
#include "algorithm/ntt/passes.hpp"
#include "algorithm/tensor/operands.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::tensor {
namespace {

using group::Lanes;
using ir::Place, ir::Scalar;
using ntt::padded, ntt::padded_row;

enum class Columns : uint8_t { all, low };

// The words of a product in shared memory, with what each gives to the next.
class Product {
  public:
    Product(const Lanes& lanes, const Place& a, const Place& b, Columns wanted)
        : lanes_(lanes),
          builder_(lanes.builder),
          tiles_(wanted == Columns::all ? 2 * lanes.words : lanes.words),
          operands_(lanes, 2 * tiles_ * padded_row) {
        operands_.write(a, b);
        const Place sums = words("sums", 4 * tiles_);
        multiply(sums, wanted);
        builder_.barrier();
        const Place own = lanes.word("own_pair");
        builder_.assign(own, padded(ir::lane() * 2));
        lanes.each_limb("tile", tiles_, [&](Place tile) {
            const auto sum = [&](int i) { return Scalar(sums[Scalar(tile) * 4 + i]); };
            const Scalar pair = Scalar(own) + Scalar(tile) * (2 * padded_row);
            builder_.call("tensor_columns", {sum(2), sum(3), sum(0), sum(1)},
                          {operands_.memory()[pair], operands_.memory()[pair + 1]});
        });
        builder_.barrier();
    }

    // `count` words a lane of the two numbers whose sum is the product, from word `first` + lane·count.
    void read(const Place& digits, const Place& overs, int count, int first) const {
        const Place from = lanes_.word(first == 0 ? "first_pair" : "first_pair_high"),
                    over = lanes_.word(first == 0 ? "over_below" : "over_below_high");
        // a row of shared memory has the pairs of whole lanes
        const bool is_even = ir::warp % (2 * count) == 0;
        const Scalar pair = ir::lane() * (2 * count) + 2 * first;
        builder_.assign(from, is_even ? padded(pair) : pair);
        const auto word = [&](const Scalar& i, int part) {
            return operands_
                .memory()[is_even ? Scalar(from) + (i * 2 + part) : padded(Scalar(from) + i * 2) + part];
        };
        builder_.assign(over, 0);
        const auto take_below = [&] { builder_.assign(over, operands_.memory()[padded(pair - 2) + 1]); };
        if (first == 0)
            builder_.when(ir::lane(), take_below);
        else
            take_below();
        lanes_.each_limb("i", count, [&](Place i) {
            builder_.assign(overs.limb(i), over);
            builder_.assign(digits.limb(i), word(i, 0));
            builder_.assign(over, word(i, 1));
        });
    }

  private:
    Place words(const char* name, int count) const {
        return builder_.local(array(ir::word_named(name), count));
    }
    // B(d) for all d in registers, one A(p) after the other.
    void multiply(const Place& sums, Columns wanted) const {
        const int steps = 4 * lanes_.words;  // of 32 bytes, in a number
        const int count = wanted == Columns::all ? steps + 4 : steps,
                  least = wanted == Columns::all ? 3 - steps : 4 - steps, shapes = 4 - least;
        const Place a = words("rows_of_a", 4), b = words("columns_of_b", 2 * shapes);
        lanes_.each_limb("d", shapes, [&](Place d) {
            for (const int half : {0, 1})
                builder_.assign(b[Scalar(d) * 2 + half], operands_.column_word(Scalar(d) + least, half));
        });
        lanes_.each_limb("i", 4 * tiles_, [&](Place i) { builder_.assign(sums[i], 0); });
        lanes_.each_limb("p", count, [&](Place p) {
            builder_.load_matrix(a[0], operands_.row(p));
            lanes_.each_limb("tile", tiles_, [&](Place tile) {
                const Scalar shape = Scalar(p) - Scalar(tile) * 4 - least;
                builder_.when(less(shape, shapes), [&] {
                    builder_.multiply_matrices(sums[Scalar(tile) * 4], a[0], b[shape * 2]);
                });
            });
        });
    }

    const Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    int tiles_;
    Operands operands_;
};

}  // namespace

bool has_products(const ir::Library& library) { return library.contains("tensor_columns"); }

void product(const Lanes& lanes, const Place& r, const Place& a, const Place& b) {
    ir::RoutineBuilder& builder = lanes.builder;
    const int words = 2 * lanes.words;
    const Product all(lanes, a, b, Columns::all);
    const Place overs = builder.local(ir::number_named("overs", repr::wide, words));
    all.read(r, overs, words, 0);
    group::wide_sum(lanes, r, overs);
}

void low_product(const Lanes& lanes, const Place& r, const Place& a, const Place& b) {
    const Product all(lanes, a, b, Columns::low);
    const Place digits = lanes.number("digits"), overs = lanes.number("overs");
    all.read(digits, overs, lanes.words, 0);
    group::sum(lanes, r, digits, overs, group::CarryOut::unused);
}

void product_halves(const Lanes& lanes, const Place& low, const Place& high, const Place& a, const Place& b) {
    const Product all(lanes, a, b, Columns::all);
    const Place digits = lanes.number("digits"), overs = lanes.number("overs"),
                over = lanes.word("over_high");
    all.read(digits, overs, lanes.words, 0);
    const Place carry = group::sum(lanes, low, digits, overs, group::CarryOut::wanted, "_low");
    all.read(digits, overs, lanes.words, lanes.count * lanes.words);
    lanes.builder.call("lane_add", {digits, overs}, {high, over});
    group::carry_up(lanes, high, over, carry, "_high", group::CarryOut::unused);
}

}  // namespace limbsmith::algorithm::tensor
