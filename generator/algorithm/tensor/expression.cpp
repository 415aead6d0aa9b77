#include "algorithm/tensor/expression.hpp"

#include <functional>

#include "algorithm/tensor/arrays.hpp"
#include "algorithm/tensor/striped_products.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::algorithm::tensor {
namespace {

using group::Lanes;
using ir::Place, ir::Scalar;

// The limbs of a lane up to which registers have the operands of the next number beside those of this one.
constexpr int most_ahead = 4;

class Evaluation {
  public:
    Evaluation(const std::string& name, const Fused& expression, Value wanted, Width width,
               const ir::Library& library)
        : expression_(expression),
          wanted_(wanted),
          builder_(name, library),
          lanes_(group::group_of(width), builder_),
          words_(lanes_.count * lanes_.words),
          is_ahead_(lanes_.words <= most_ahead) {
        for (size_t k = 1; k <= expression.inputs.size(); ++k)
            in_.emplace_back(builder_, "in" + std::to_string(k));
        r_.emplace(builder_, "r");
        count_ = builder_.input(ir::word_named("count"));
        std::vector<uint32_t> constants;
        for (const mpz_class& number : expression.constants)
            for (int i = 0; i < words_; ++i) constants.push_back(limb_of(number, i));
        if (!constants.empty()) constants_ = builder_.table("constants", constants);
        const int tiles = wanted == Value::exact ? 2 * lanes_.words : lanes_.words;
        products_.emplace(
            lanes_, builder_.shared(array(ir::word_named("matrices"), StripedProducts::size(lanes_, tiles))),
            tiles);
    }

    ir::Routine make() && {
        const auto numbers = [&](const std::string& prefix) {
            std::vector<Place> made;
            for (size_t k = 1; k <= in_.size(); ++k)
                made.push_back(lanes_.number(prefix + std::to_string(k)));
            return made;
        };
        operands_ = numbers("x");
        next_ = is_ahead_ ? numbers("next") : operands_;
        products_->write_zeros();
        if (is_ahead_) load(0);
        builder_.loop(ir::below("number", 0, count_), {}, [&](Place number) {
            if (is_ahead_) {
                for (size_t k = 0; k < in_.size(); ++k) builder_.copy(operands_[k], next_[k]);
                // the last number is loaded once more
                load(select(less(Scalar(number) + 1, count_), Scalar(number) + 1, number));
            } else {
                load(number);
            }
            compute(number);
        });
        return std::move(builder_).finish();
    }

  private:
    Scalar word(const Scalar& limb) const { return limb * lanes_.count + ir::lane(); }

    void load(const Scalar& number) {
        for (size_t k = 0; k < in_.size(); ++k)
            lanes_.each_limb("i", lanes_.words, [&](Place i) {
                builder_.assign(next_[k].limb(i), in_[k].at(number, Scalar(i)));
            });
    }
    void store(const Scalar& number, const Place& part, int from, int count) {
        lanes_.each_limb("i", count, [&](Place i) {
            const Scalar limb = Scalar(i) + from;
            const bool has_all = wanted_ == Value::exact || lanes_.limbs == words_;
            builder_.assign(
                r_->at(number, limb),
                has_all ? Scalar(part.limb(i)) : select(less(word(limb), lanes_.limbs), part.limb(i), 0));
        });
    }

    void compute(const Place& number) {
        const size_t last = expression_.nodes.size() - 1;
        std::vector<Place> values;
        for (size_t k = 0; k <= last; ++k) {
            const Fused::Node& node = expression_.nodes[k];
            const std::string suffix = "_" + std::to_string(k);
            if (node.kind == Fused::Kind::input) {
                values.push_back(operands_[static_cast<size_t>(node.left)]);
                continue;
            }
            if (k == last && node.kind == Fused::Kind::mul) {
                products_->multiply(
                    values[static_cast<size_t>(node.left)], values[static_cast<size_t>(node.right)],
                    [&](const Place& part, int from, int count) { store(number, part, from, count); },
                    suffix);
                return;
            }
            values.push_back(lanes_.number("value" + suffix));
            node.kind == Fused::Kind::constant ? take_constant(values.back(), node.left)
                                               : operate(node, values, suffix);
        }
        store(number, values.back(), 0, lanes_.words);
    }

    void take_constant(const Place& value, int which) {
        lanes_.each_limb("i", lanes_.words, [&](Place i) {
            builder_.assign(value.limb(i), (*constants_)[word(i) + which * words_]);
        });
    }

    void operate(const Fused::Node& node, const std::vector<Place>& values, const std::string& suffix) {
        const Place &x = values[static_cast<size_t>(node.left)], &y = values[static_cast<size_t>(node.right)],
                    &r = values.back();
        switch (node.kind) {
            case Fused::Kind::add: striped_sum(lanes_, r, x, y, lanes_.words, 0, suffix); return;
            case Fused::Kind::sub: {  // x + (2^n - 1 - y) + 1 modulo 2^n
                const Place flipped = lanes_.number("flipped" + suffix);
                lanes_.each_limb("i", lanes_.words,
                                 [&](Place i) { builder_.assign(flipped.limb(i), y.limb(i) ^ UINT32_MAX); });
                striped_sum(lanes_, r, x, flipped, lanes_.words, 1, suffix);
                return;
            }
            default:
                products_->multiply(
                    x, y,
                    [&](const Place& part, int from, int count) {
                        lanes_.each_limb("i", count, [&](Place i) {
                            builder_.assign(r.limb(Scalar(i) + from), part.limb(i));
                        });
                    },
                    suffix);
        }
    }

    const Fused& expression_;
    Value wanted_;
    ir::RoutineBuilder builder_;
    Lanes lanes_;
    int words_;
    bool is_ahead_;  // whether it loads the next number while it computes one
    std::vector<ArrayOfPieces> in_;
    std::optional<ArrayOfPieces> r_;
    Place count_{};
    std::optional<Place> constants_;
    std::optional<StripedProducts> products_;
    std::vector<Place> operands_, next_;
};

}  // namespace

ir::Routine expression(const std::string& name, const Fused& expression, Value wanted, Width width,
                       const ir::Library& library) {
    return Evaluation(name, expression, wanted, width, library).make();
}

}  // namespace limbsmith::algorithm::tensor
