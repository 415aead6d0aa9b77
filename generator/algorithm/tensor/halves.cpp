#include "algorithm/tensor/halves.hpp"

#include "algorithm/tensor/striped_products.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

namespace {

class AtOnce : public Halves {
  public:
    explicit AtOnce(const Lanes& lanes)
        : lanes_(lanes),
          digits_(lanes.number("digits")),
          overs_(lanes.number("overs")),
          shapes_(lanes, "columns_of_factor"),
          sums_(lanes, 2 * lanes.words) {}

    void keep(Factor& factor, const std::string& name, int to) const override {
        constexpr int most_kept = 3;  // limbs of a lane
        if (lanes_.words > most_kept) return;
        factor.kept.emplace(lanes_, name);
        factor.kept->load(factor.columns, to);
    }

    Carry split(const Place& low, const Rows& x, const Factor& y, const std::string& suffix) const override {
        add(x, y, 2 * lanes_.words);
        return words(low, 0, {}, "_low" + suffix);
    }
    void lower(const Place& r, const Rows& x, const Factor& y, const Carry& first,
               const std::string& suffix) const override {
        add(x, y, lanes_.words);
        words(r, 0, first, suffix);
    }
    Carry upper(const Place& r, const Rows& x, const Factor& y, const ByTiles::Below& below,
                const std::string& suffix) const override {
        sums_.add_upper_half(x, loaded(y, 2 * lanes_.words), below.top);
        const Carry carry = below.carry();
        return words(r, lanes_.words, carry, suffix);
    }

  private:
    const Shapes& loaded(const Factor& factor, int to) const {
        if (factor.kept) return *factor.kept;
        shapes_.load(factor.columns, to);
        return shapes_;
    }
    void add(const Rows& x, const Factor& y, int tiles) const {
        sums_.clear(0, tiles);
        sums_.add(x, loaded(y, tiles), 0, tiles);
    }
    Carry words(const Place& r, int from, const Carry& first, const std::string& suffix) const {
        sums_.make_striped(from, lanes_.words, digits_, overs_);
        return striped_words(lanes_, r, digits_, overs_, lanes_.words, first, suffix);
    }

    const Lanes& lanes_;
    Place digits_, overs_;
    Shapes shapes_;
    Sums sums_;
};

class InParts : public Halves {
  public:
    explicit InParts(const Lanes& lanes) : lanes_(lanes), upper_(lanes.number("upper_half")), tiles_(lanes) {}

    void prepare() const override { tiles_.prepare(); }

    Carry split(const Place& low, const Rows& x, const Factor& y, const std::string& suffix) const override {
        const int half = lanes_.words;
        const Carry carry = tiles_.words(x, y.columns, 0, half, {}, into(low, 0), "_low" + suffix);
        lanes_.builder.barrier();
        tiles_.words(x, y.columns, half, 2 * half, carry, into(upper_, half), "_high" + suffix);
        return {};
    }
    void lower(const Place& r, const Rows& x, const Factor& y, const Carry& first,
               const std::string& suffix) const override {
        tiles_.words(x, y.columns, 0, lanes_.words, first, into(r, 0), suffix);
    }
    Carry upper(const Place& r, const Rows& x, const Factor& y, const ByTiles::Below& below,
                const std::string& suffix) const override {
        const Carry carry = tiles_.upper_words(x, y.columns, below, into(r, lanes_.words), "_of" + suffix);
        const Scalar bit = striped_sum(lanes_, r, r, upper_, lanes_.words, 0, suffix);
        return {carry.over, carry.bit + bit};
    }

  private:
    // Takes limbs of a product, from limb `first` on.
    ByTiles::Take into(const Place& r, int first) const {
        return [this, r, first](const Place& part, int from, int count) {
            lanes_.each_limb("i", count, [&](Place i) {
                lanes_.builder.assign(r.limb(Scalar(i) + (from - first)), part.limb(i));
            });
        };
    }

    const Lanes& lanes_;
    Place upper_;
    ByTiles tiles_;
};

}  // namespace

std::unique_ptr<Halves> Halves::of(const Lanes& lanes) {
    if (fits_registers(lanes, 2 * lanes.words)) return std::make_unique<AtOnce>(lanes);
    return std::make_unique<InParts>(lanes);
}

}  // namespace limbsmith::algorithm::tensor
