#include "algorithm/grid/kernel.hpp"
#include "algorithm/grid/transform.hpp"
#include "algorithm/ntt/passes.hpp"
#include "spec/ntt_primes.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;
using ntt::whole;

// 5 + E levels on the words that lie size/2^(5 + E) apart: a block has 256/2^E neighbouring columns of them. A thread
// has 32 words of a column, 2^E rows apart, for five levels; and for the E others, after an exchange, words in 2^E
// neighbouring rows.
class Columns {
  public:
    Columns(const char* stem, int more, bool is_inverse, const ir::Library& library)
        : kernel_(stem + std::to_string(ntt::levels_of_pass + more), library),
          builder_(kernel_.builder),
          more_(more),
          columns_of_block_(threads_of_columns >> more),
          is_inverse_(is_inverse) {
        builder_.routine().mapping = threads_of_columns;
    }

    ir::Routine make() && {
        factors_ = builder_.global_table("factors");
        const Place mirrors = is_inverse_ ? builder_.global_table("mirrors") : Place{};
        const Place a = is_inverse_ ? Place{} : builder_.global("a");
        const Place x = builder_.global("x");
        pitch_ = kernel_.given("pitch");
        const Place size = kernel_.given("size"), length = is_inverse_ ? Place{} : kernel_.given("length");
        const ntt::Passes passes(builder_);
        shared_ = builder_.shared(
            ir::array(ir::word_named("rows"), ntt::words_of_lane * (threads_of_columns + columns_of_block_)));
        const Place distance = kernel_.word("distance", Scalar(size) >> (ntt::levels_of_pass + more_)),
                    tiles = kernel_.word("tiles", Scalar(distance) / columns_of_block_),
                    k = kernel_.word("prime", Scalar(kernel_.group) / tiles),
                    first = kernel_.word("first", (Scalar(kernel_.group) % tiles) * columns_of_block_),
                    thread = kernel_.word("thread", ir::lane());
        own_ = kernel_.words("own", ntt::words_of_lane);
        for (int q = 0; q < units(); ++q)
            units_.push_back(kernel_.words(("unit" + std::to_string(q)).c_str(), 1 << more_));
        // the index of a word in a row, and in a column of the block
        const auto index = [&](const Scalar& row, const Scalar& column) {
            return row * distance + (Scalar(first) + column);
        };
        const auto index_apart = [&](const Place& i) {
            return index((Scalar(i) << more_) + (Scalar(thread) / columns_of_block_),
                         Scalar(thread) % columns_of_block_);
        };
        const auto block_of = [&](int q) {
            return Scalar(thread) / columns_of_block_ + q * (threads_of_columns / columns_of_block_);
        };
        const auto index_in_row = [&](int q, const Place& j) {
            return index((block_of(q) << more_) + Scalar(j), Scalar(thread) % columns_of_block_);
        };
        const auto place = [&](const Scalar& at) { return x[Scalar(k) * size + at]; };
        if (!is_inverse_) {
            each([&](Place i) {
                kernel_.read(own_[i], a, index_apart(i), length);
                builder_.call("ntt_first",
                              {own_[i], passes.of_prime(k, ntt::prime), passes.of_prime(k, ntt::minus_4p)},
                              {own_[i]});
            });
            passes.pass(k, {own_}, ntt::Passes::Companions{factors_, pitch_, 0}, false,
                        {ntt::levels_of_pass, 0, true});
            each([&](Place i) { builder_.assign(apart(i), own_[i]); });
            builder_.barrier();
            each_of_units([&](int q, Place j) { builder_.assign(units_[q][j], in_row(q, j)); });
            for (int q = 0; q < units(); ++q)
                passes.pass(k, {units_[q]}, ntt::Passes::Companions{factors_, pitch_, block_of(q)}, false,
                            {more_});
            each_of_units([&](int q, Place j) { builder_.assign(place(index_in_row(q, j)), units_[q][j]); });
            return std::move(builder_).finish();
        }
        each_of_units([&](int q, Place j) { builder_.assign(units_[q][j], place(index_in_row(q, j))); });
        for (int q = 0; q < units(); ++q) {
            const Scalar mirrored = mirrors[kernel_.word("block" + std::to_string(q), block_of(q))];
            passes.pass(k, {units_[q]}, ntt::Passes::Companions{factors_, pitch_, mirrored}, true, {more_});
        }
        each_of_units([&](int q, Place j) { builder_.assign(in_row(q, j), units_[q][j]); });
        builder_.barrier();
        each([&](Place i) { builder_.assign(own_[i], apart(i)); });
        passes.pass(k, {own_},
                    ntt::Passes::Companions{factors_, pitch_, Scalar(pitch_) - ntt::padding_of_columns}, true,
                    {ntt::levels_of_pass, 0, true});
        each([&](Place i) { builder_.assign(place(index_apart(i)), own_[i]); });
        return std::move(builder_).finish();
    }

  private:
    int units() const { return ntt::words_of_lane >> more_; }
    void each(const std::function<void(Place)>& body) {
        builder_.loop(whole("i", ntt::words_of_lane), {}, body);
    }
    void each_of_units(const std::function<void(int, Place)>& body) {
        for (int q = 0; q < units(); ++q)
            builder_.loop(whole("j", 1 << more_), {}, [&](Place j) { body(q, j); });
    }
    // Shared memory has 2^E rows in a row, padded by as many words as a row has: neither words of one row nor those of
    // neighbouring blocks meet in a bank.
    Place apart(const Place& i) const {
        return shared_[ir::lane() + Scalar(i) * (threads_of_columns + columns_of_block_)];
    }
    Place in_row(int q, const Place& j) const {
        const Scalar block = ir::lane() / columns_of_block_, column = ir::lane() % columns_of_block_;
        const int step = threads_of_columns + columns_of_block_;
        return shared_[block * step + column +
                       (Scalar(j) * columns_of_block_ + q * (threads_of_columns / columns_of_block_) * step)];
    }

    Kernel kernel_;
    ir::RoutineBuilder& builder_;
    int more_, columns_of_block_;
    bool is_inverse_;
    Place factors_, pitch_, shared_, own_;
    std::vector<Place> units_;
};

}  // namespace

std::vector<ir::Routine> columns(const ir::Library& library) {
    std::vector<ir::Routine> all;
    for (int more = 1; more <= most_levels; ++more)
        all.push_back(Columns("grid_columns_", more, false, library).make());
    for (int more = 1; more <= most_levels; ++more)
        all.push_back(Columns("grid_columns_inverse_", more, true, library).make());
    return all;
}

}  // namespace limbsmith::algorithm::grid
