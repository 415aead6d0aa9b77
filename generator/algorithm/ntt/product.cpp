#include "algorithm/ntt/product.hpp"

#include "algorithm/group/sums.hpp"
#include "algorithm/ntt/garner.hpp"
#include "algorithm/ntt/transform.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::ntt {
namespace {

using group::Lanes;
using ir::Place, ir::Scalar;

class Product {
  public:
    // With `is_square`, a word that is the same for all threads, of a·a where it is not 0.
    Product(const Lanes& lanes, const Place& a, const Place* b, bool is_low, const Place* is_square = nullptr)
        : Product(lanes, is_low) {
        transform_.load(a, Transform::Operand::first);
        const Scalar flag = is_square ? Scalar(*is_square) : Scalar(0);
        if (is_square)
            builder_.when(equal(flag, 0), [&] { transform_.load(*b, Transform::Operand::second); });
        else if (b)
            transform_.load(*b, Transform::Operand::second);
        builder_.barrier();
        using Other = Transform::Other;
        const Other other = !b ? Other::none : is_square ? Other::chosen : Other::loaded;
        builder_.loop(ir::below("prime", 0, 3), {}, [&](Place k) { transform_.multiply(k, other, flag); });
        finish();
    }
    // a·b + c·d: the words of all factors are loaded for each prime.
    Product(const Lanes& lanes, const Factors& of) : Product(lanes, true) {
        const Place sum = builder_.local(array(ir::word_named("sum"), words_of_lane));
        const auto load = [&](const Place& a, const Place& b) {
            transform_.load(a, Transform::Operand::first);
            transform_.load(b, Transform::Operand::second);
        };
        builder_.loop(ir::below("prime", 0, 3), {}, [&](Place k) {
            transform_.begin(k);
            builder_.loop(whole("i", words_of_lane), {}, [&](Place i) { builder_.assign(sum[i], 0); });
            builder_.loop(ir::below("product", 0, 2), {}, [&](Place i) {
                builder_.barrier();
                builder_.when(equal(i, 0), [&] { load(of.a, of.b); });
                builder_.when(equal(i, 1), [&] { load(of.c, of.d); });
                builder_.barrier();
                transform_.product(k, Transform::Other::loaded, 0);
                transform_.add_to(sum, k);
            });
            transform_.take(sum);
            transform_.inverse(k);
        });
        finish();
    }

    // `count` words a lane of the two numbers whose sum is the product, from word `first` + lane·count.
    void read(const Place& digits, const Place& carries, int count, int first) const {
        lanes_.each_limb("i", count, [&](Place i) {
            const Scalar at = ir::lane() * count + Scalar(i) + first, is_first = less(at, run_);
            builder_.assign(digits.limb(i), transform_.word(0, at));
            builder_.assign(carries.limb(i),
                            select(is_first, 0, transform_.word(1, select(is_first, at, at - run_))));
        });
    }

  private:
    Product(const Lanes& lanes, bool is_low)
        : lanes_(lanes),
          builder_(lanes.builder),
          transform_(lanes),
          garner_(lanes.builder),
          run_(words_of_lane / transform_.warps()),
          step_(std::min(run_, 4)),
          is_low_(is_low) {}

    void finish() const {
        builder_.barrier();
        add_up();
        builder_.barrier();
    }

    // A lane's runs, one in each segment, a few digits of each at a time.
    void add_up() const {
        const int warps = transform_.warps(), segments = is_low_ ? std::max(warps / 2, 1) : warps;
        const auto words = [&](const char* name, int count) {
            return builder_.local(array(ir::word_named(name), count));
        };
        const Place r[3] = {words("r0", warps * step_), words("r1", warps * step_),
                            words("r2", warps * step_)};
        const Place c0 = words("carry0", segments), c1 = words("carry1", segments),
                    first = lanes_.word("first_of_run");
        const auto each = [&](const char* counter, int count, const std::function<void(Place)>& body) {
            builder_.loop(with(ir::below(counter, 0, count), ir::For::Unroll::whole), {}, body);
        };
        each("s", segments, [&](Place s) {
            builder_.assign(c0[s], 0);
            builder_.assign(c1[s], 0);
        });
        builder_.loop(ir::below("step", 0, run_ / step_), {}, [&](Place step) {
            builder_.assign(first, padded(ir::lane() * run_ + Scalar(step) * step_));
            const auto word = [&](int k, const Scalar& s, const Scalar& v) {
                return transform_.word_from(first, k, s, v);
            };
            for (int k = 0; k < 3; ++k) {
                each("s", warps, [&](Place s) {
                    each("v", step_, [&](Place v) {
                        builder_.assign(r[k][Scalar(s) * step_ + Scalar(v)], word(k, s, v));
                    });
                });
                each("v", step_, [&](Place v) { transform_.last_levels(k, r[k], step_, v, is_low_); });
            }
            each("s", segments, [&](Place s) {
                each("v", step_, [&](Place v) {
                    const Scalar i = Scalar(s) * step_ + Scalar(v);
                    add_digit(r[0][i], r[1][i], r[2][i], c0[s], c1[s], word(0, s, v));
                });
            });
        });
        builder_.assign(first, padded(ir::lane() * run_));
        each("s", segments, [&](Place s) {
            const auto place = [&](const Scalar& v) { return transform_.word_from(first, 1, s, v); };
            builder_.assign(place(0), c0[s]);
            builder_.assign(place(1), c1[s]);
            if (run_ > 2) each("v", run_ - 2, [&](Place v) { builder_.assign(place(Scalar(v) + 2), 0); });
        });
    }

    // digit + 2^32·(c1, c0) = (c1, c0) + the number below p0·p1·p2 whose residues are r0, r1, r2 times 2^32/M.
    void add_digit(const Place& r0, const Place& r1, const Place& r2, const Place& c0, const Place& c1,
                   const Place& digit) const {
        garner_.number({r0, r1, r2}, Garner::scales(static_cast<uint32_t>(words_of_lane * lanes_.count)));
        const auto& n = garner_.n();
        builder_.call("ntt_carry", {Scalar(n[0]), Scalar(n[1]), Scalar(n[2]), Scalar(c0), Scalar(c1)},
                      {digit, c0, c1});
    }

    const Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    Transform transform_;
    Garner garner_;
    int run_, step_;  // digits
    bool is_low_;
};

Place number(const Lanes& lanes, const char* name, int words) {
    return lanes.builder.local(ir::number_named(name, words == lanes.words ? lanes.type : repr::wide, words));
}

}  // namespace

bool has_products(int lanes, int words) { return Transform::holds(lanes, words); }
bool has_products(const ir::Library& library) { return library.contains("ntt_carry"); }

void product(const Lanes& lanes, const Place& r, const Place& a, const Place* b) {
    const int words = 2 * lanes.words;
    const Product all(lanes, a, b, false);
    const Place carries = number(lanes, "carries_of_runs", words);
    all.read(r, carries, words, 0);
    group::wide_sum(lanes, r, carries);
}

namespace {

void low_words(const Lanes& lanes, const Place& r, const Product& all) {
    const Place digits = lanes.number("digits"), carries = lanes.number("carries_of_runs");
    all.read(digits, carries, lanes.words, 0);
    group::sum(lanes, r, digits, carries, group::CarryOut::unused);
}

}  // namespace

void low_product(const Lanes& lanes, const Place& r, const Place& a, const Place* b, const Place* is_square) {
    low_words(lanes, r, Product(lanes, a, b, true, is_square));
}

void low_sum(const Lanes& lanes, const Place& r, const Factors& of) {
    low_words(lanes, r, Product(lanes, of));
}

void product_halves(const Lanes& lanes, const Place& low, const Place& high, const Place& a, const Place& b) {
    const Product all(lanes, a, &b, false);
    const Place digits = lanes.number("digits"), carries = lanes.number("carries_of_runs"),
                over = lanes.word("over");
    group::sum_by_halves(lanes, low, high, digits, carries, over,
                         [&](int first) { all.read(digits, carries, lanes.words, first); });
}

}  // namespace limbsmith::algorithm::ntt
