#include "algorithm/grid/kernel.hpp"
#include "algorithm/grid/transform.hpp"
#include "algorithm/ntt/passes.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;
using ntt::whole;

enum class Kind : uint8_t { product, square, transform, kept };

// A warp's segment of 1024 words modulo one prime: its ten levels, the product, and back.
class SegmentKernel {
  public:
    SegmentKernel(const char* name, Kind kind, const ir::Library& library)
        : kernel_(name, library), builder_(kernel_.builder), kind_(kind) {}

    ir::Routine make() && {
        factors_ = builder_.global_table("factors");
        if (kind_ != Kind::transform) mirrors_ = builder_.global_table("mirrors");
        const Place x = builder_.global("x");
        const bool has_other = kind_ == Kind::product || kind_ == Kind::kept;
        const Place y = has_other ? builder_.global("y") : Place{};
        pitch_ = kernel_.given("pitch");
        const Place size = kernel_.given("size");
        const ntt::Passes passes(builder_);
        const Place shared = builder_.shared(
            ir::array(ir::word_named("residues"), ntt::words_of_warp / ntt::words_of_lane * ntt::padded_row));
        const Place segments = kernel_.word("segments", Scalar(size) >> segment_bits),
                    k = kernel_.word("prime", Scalar(kernel_.group) / segments);
        segment_ = kernel_.word("segment", Scalar(kernel_.group) % segments);
        if (kind_ != Kind::transform) pair_up();
        const Place base =
            kernel_.word("base", Scalar(k) * size + (Scalar(segment_) << segment_bits) + ir::lane());
        const Place row = kernel_.word("row", ir::lane() * ntt::padded_row),
                    apart = kernel_.word("apart", ir::lane());
        const ntt::Segment exchange(builder_, shared, apart, row);
        const Place own = kernel_.words("own", ntt::words_of_lane);
        std::vector<Place> all{own};
        if (kind_ == Kind::product) all.push_back(kernel_.words("other", ntt::words_of_lane));
        const auto place = [&](const Place& array, const Scalar& i) {
            return array[Scalar(base) + i * ntt::words_of_lane];
        };
        const auto each = [&](const std::function<void(Place)>& body) {
            builder_.loop(whole("i", ntt::words_of_lane), {}, body);
        };
        each([&](Place i) {
            builder_.assign(own[i], place(x, i));
            if (kind_ == Kind::product) builder_.assign(all[1][i], place(y, i));
        });
        passes.pass(k, all, ntt::Passes::Companions{factors_, pitch_, segment_}, false, {});
        for (const Place& it : all) {
            if (&it != &all[0]) builder_.barrier(ir::Barrier::Scope::warp);
            exchange.write_apart(it);
            builder_.barrier(ir::Barrier::Scope::warp);
            exchange.read_row(it);
        }
        const Scalar column = Scalar(segment_) * ir::warp + ir::lane();
        passes.pass(k, all, ntt::Passes::Companions{factors_, pitch_, column}, false, {});
        if (kind_ == Kind::transform) {
            each([&](Place i) { builder_.assign(place(x, i), own[i]); });
            return std::move(builder_).finish();
        }
        const Place factor = kernel_.word("factor");
        each([&](Place i) {
            passes.multiply(k, own[i], kind_ == Kind::kept ? Scalar(place(y, i)) : Scalar(all.back()[i]),
                            factor);
        });
        passes.pass(k, {own}, ntt::Passes::Companions{factors_, pitch_, mirrors_[column]}, true, {});
        builder_.barrier(ir::Barrier::Scope::warp);
        exchange.write_row(own);
        builder_.barrier(ir::Barrier::Scope::warp);
        exchange.read_apart(own);
        passes.pass(k, {own}, ntt::Passes::Companions{factors_, pitch_, mirrors_[segment_]}, true, {});
        each([&](Place i) { builder_.assign(place(x, i), own[i]); });
        return std::move(builder_).finish();
    }

  private:
    // Two neighbouring warps have segments that mirror each other: both read the same words of the factors,
    // the second on its way back. Those from 2^k to 2^(k+1) - 1 are taken from both ends in turn.
    void pair_up() {
        const Place bits = kernel_.word("bits"), turn = kernel_.word("turn");
        builder_.call("word_bit_length", {Scalar(segment_)}, {bits});
        builder_.when(less(1, segment_), [&] {
            const Place half = kernel_.word("half", Scalar(1) << (Scalar(bits) - 1));
            builder_.assign(turn, Scalar(segment_) - half);
            builder_.assign(segment_, select(equal(Scalar(turn) & 1, 0), Scalar(half) + (Scalar(turn) >> 1),
                                             Scalar(half) * 2 - 1 - (Scalar(turn) >> 1)));
        });
    }

    Kernel kernel_;
    ir::RoutineBuilder& builder_;
    Kind kind_;
    Place factors_, mirrors_, pitch_, segment_;
};

}  // namespace

std::vector<ir::Routine> products(const ir::Library& library) {
    const auto made = [&](const char* name, Kind kind) { return SegmentKernel(name, kind, library).make(); };
    return {made("grid_product", Kind::product), made("grid_square", Kind::square),
            made("grid_transform", Kind::transform), made("grid_product_kept", Kind::kept)};
}

}  // namespace limbsmith::algorithm::grid
