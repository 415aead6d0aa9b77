#include "algorithm/tensor/batch.hpp"

#include <functional>

#include "algorithm/group/field.hpp"
#include "algorithm/tensor/arrays.hpp"
#include "algorithm/tensor/shared_modulus.hpp"
#include "algorithm/tensor/striped_products.hpp"

namespace limbsmith::algorithm::tensor {
namespace {

using group::Lanes;
using ir::Place, ir::Scalar;

class Computation {
  public:
    Computation(const std::string& name, Batched operation, const loop::Residues& residues, int window,
                const ir::Library& library)
        : operation_(operation),
          window_(window),
          builder_(name, library),
          lanes_(group::group_of(residues), builder_),
          half_(lanes_.count * lanes_.words),
          in1_(builder_, "in1"),
          in2_(operation == Batched::sqr ? in1_ : Array(builder_, "in2")),
          r_(builder_, "r"),
          count_(builder_.input(ir::word_named("count"))),
          slots_(lanes_),
          modulus_(lanes_, slots_, residues.modulus.n()),
          products_(lanes_,
                    builder_.shared(
                        array(ir::word_named("matrices"), StripedProducts::size(lanes_, 2 * lanes_.words))),
                    2 * lanes_.words),
          x_(lanes_.number("x")),
          y_(lanes_.number("y")),
          x_below_(lanes_.number("x_below")),
          y_below_(lanes_.number("y_below")) {
        std::vector<uint32_t> words;
        for (const mpz_class& number : {residues.modulus.r2(), residues.modulus.r1(), mpz_class(1)})
            for (int i = 0; i < half_; ++i) words.push_back(limb_of(number, i));
        known_ = builder_.table("known_numbers", words);
    }

    ir::Routine make() && {
        products_.write_zeros();
        each_number([&](const Scalar& number) {
            const Scalar from = select(less(number, count_), number, Scalar(count_) - 1);
            each_word([&](const Place&, const Scalar& word) {
                builder_.assign(slots_.at(number, word + half_), in1_.at(from, word));
            });
        });
        builder_.barrier();
        operation_ == Batched::pow ? powers() : products();
        each_number([&](const Scalar& number) {
            builder_.when(less(number, count_), [&] {
                each_word([&](const Place&, const Scalar& word) {
                    builder_.assign(r_.at(number, word), slots_.at(number, word + half_));
                });
            });
        });
        return std::move(builder_).finish();
    }

  private:
    // Numbers that are the same for all, in this order.
    enum Known : uint8_t { r_squared, r_itself, unit };

    void each_number(const std::function<void(const Scalar&)>& body) {
        builder_.loop(ir::below("number", 0, Slots::numbers), {},
                      [&](Place number) { body(Scalar(number)); });
    }
    // Limb i of the lane is word 32·i + lane of a number.
    void each_word(const std::function<void(const Place& i, const Scalar& word)>& body) const {
        lanes_.each_limb("i", lanes_.words, [&](Place i) { body(i, Scalar(i) * lanes_.count + ir::lane()); });
    }
    void take_known(const Place& number, const Scalar& which) {
        each_word([&](const Place& i, const Scalar& word) {
            builder_.assign(number.limb(i), known_[which * half_ + word]);
        });
    }
    void take_x(const Scalar& number) {
        each_word([&](const Place& i, const Scalar& word) {
            builder_.assign(x_.limb(i), slots_.at(number, word + half_));
            builder_.assign(x_below_.limb(i), slots_.at(number, word + (half_ - 1)));
        });
        builder_.assign(x_below_.limb(0), select(ir::lane(), x_below_.limb(0), 0));
    }

    // Multiplies each number by y, which is x unless `take_other` writes it and returns in which turns it does, and reduces.
    void multiply(const std::function<Scalar(const Scalar& number)>& take_other) {
        each_number([&](const Scalar& number) {
            take_x(number);
            builder_.copy(y_, x_);
            builder_.copy(y_below_, x_below_);
            builder_.when(take_other(number),
                          [&] { words_below(lanes_, y_below_, y_, lanes_.words, 0, "_of_y"); });
            products_.multiply(Words{x_, x_below_, ir::lane(), lanes_.count},
                               Words{y_, y_below_, ir::lane(), lanes_.count},
                               [&](const Place& part, int from, int count) {
                                   lanes_.each_limb("i", count, [&](Place i) {
                                       const Scalar word = (Scalar(i) + from) * lanes_.count + ir::lane();
                                       builder_.assign(slots_.at(number, word), part.limb(i));
                                   });
                               });
        });
        builder_.barrier();
        modulus_.reduce();
        builder_.barrier();
    }

    void products() {
        builder_.loop(ir::below("turn", 0, 2), {}, [&](Place turn) {
            multiply([&](const Scalar& number) {
                if (operation_ == Batched::mul)
                    builder_.when(equal(turn, 0), [&] {
                        const Scalar from = select(less(number, count_), number, Scalar(count_) - 1);
                        each_word([&](const Place& i, const Scalar& word) {
                            builder_.assign(y_.limb(i), in2_.at(from, word));
                        });
                    });
                builder_.when(equal(turn, 1), [&] { take_known(y_, r_squared); });
                return operation_ == Batched::mul ? Scalar(1) : equal(turn, 1);
            });
        });
    }

    void powers() {
        const int entries = 1 << window_, digits = (half_ * limb_bits + window_ - 1) / window_,
                  of_digit = window_ + 1, first = entries - 1, last = first + digits * of_digit;
        const Place table = builder_.local(array(ir::number_named("power", lanes_.type, lanes_.words),
                                                 entries * Slots::numbers)),
                    place = lanes_.word("place_in_digit"), digit = lanes_.word("digit_from_below");
        const auto entry = [&](const Scalar& k, const Scalar& number) {
            return table[k * Slots::numbers + number];
        };
        each_number([&](const Scalar& number) { take_known(entry(0, number), r_itself); });
        builder_.loop(ir::up_to("turn", 0, last), {}, [&](Place turn) {
            // which of the products of a digit; before the digits it is none
            builder_.assign(place, select(less(turn, first), of_digit, (Scalar(turn) - first) % of_digit));
            builder_.assign(digit, Scalar(digits - 1) - (Scalar(turn) - first) / of_digit);
            multiply([&](const Scalar& number) {
                const Scalar is_known = equal(turn, 0) | equal(turn, last);
                builder_.when(is_known, [&] { take_known(y_, select(turn, unit, r_squared)); });
                builder_.when(less(Scalar(turn) - 1, first - 1),
                              [&] { builder_.copy(y_, entry(1, number)); });
                builder_.when(equal(place, window_) & equal(is_known, 0),
                              [&] { take_power(entry, number, digit); });
                return is_known | less(turn, first) | equal(place, window_);
            });
            builder_.when(less(turn, first), [&] {
                each_number([&](const Scalar& number) {
                    const Place made = entry(Scalar(turn) + 1, number);
                    each_word([&](const Place& i, const Scalar& word) {
                        builder_.assign(made.limb(i), slots_.at(number, word + half_));
                    });
                });
                builder_.barrier();
            });
            builder_.when(equal(turn, first - 1), [&] {
                each_number([&](const Scalar& number) {
                    each_word([&](const Place& i, const Scalar& word) {
                        builder_.assign(slots_.at(number, word + half_), entry(0, number).limb(i));
                    });
                });
                builder_.barrier();
            });
        });
    }

    // y = the power of which the digit of the number's exponent tells.
    void take_power(const std::function<Place(const Scalar& k, const Scalar& number)>& entry,
                    const Scalar& number, const Place& digit) {
        const Place exponent = lanes_.word("digit_of_exponent"), high = lanes_.word("high_word");
        const Scalar from = select(less(number, count_), number, Scalar(count_) - 1),
                     bit = Scalar(digit) * window_, index = bit / limb_bits, place = bit % limb_bits;
        builder_.assign(exponent, in2_.at(from, index) >> place);
        if (limb_bits % window_ != 0) {  // a digit may go over into the next word
            builder_.assign(high, 0);
            builder_.when(less(index + 1, half_), [&] { builder_.assign(high, in2_.at(from, index + 1)); });
            builder_.assign(exponent, exponent + ((Scalar(high) << 1) << (Scalar(limb_bits - 1) - place)));
        }
        builder_.assign(exponent, Scalar(exponent) & ((1 << window_) - 1));
        builder_.copy(y_, entry(exponent, number));
    }

    Batched operation_;
    int window_;
    ir::RoutineBuilder builder_;
    Lanes lanes_;
    int half_;  // words of a number, which are those of half a product
    Array in1_, in2_, r_;
    Place count_;
    Slots slots_;
    SharedModulus modulus_;
    StripedProducts products_;
    Place known_{}, x_, y_, x_below_, y_below_;
};

}  // namespace

ir::Routine batch(const std::string& name, Batched operation, const loop::Residues& residues, int window,
                  const ir::Library& library) {
    return Computation(name, operation, residues, window, library).make();
}

}  // namespace limbsmith::algorithm::tensor
