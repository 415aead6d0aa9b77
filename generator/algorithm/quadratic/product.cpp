#include "algorithm/quadratic/product.hpp"

#include <algorithm>

#include "algorithm/ntt/passes.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::quadratic {
namespace {

using ir::Place, ir::Scalar;
using ntt::whole;

constexpr int quad = 4;            // words that a thread reads at once
constexpr int most_quads = 8;      // of an operand, that a thread has on the way
constexpr int words_of_step = 16;  // of a limb-major number

class Product {
  public:
    Product(const Shape& shape, Layout layout, const ir::Library& library)
        : shape_(shape), layout_(layout), builder_("mul_lo_tile", library) {
        builder_.routine().lanes = shape.threads();
        a_ = builder_.global_table("a"), b_ = builder_.global_table("b"), r_ = builder_.global_table("r");
        count_ = builder_.input(ir::word_named("count"));
        if (is_limb_major()) numbers_ = builder_.input(ir::word_named("numbers"));
        tile_ = builder_.input(ir::word_named("tile"));
        const auto shared = [&](const char* array, int words) {
            return builder_.shared(ir::array(ir::word_named(array), words));
        };
        x_ = shared("x", numbers_of_tile * shape.pitch()), y_ = shared("y", numbers_of_tile * shape.pitch());
        tails_ = shared("tails", (shape.warps - 1) * (L() + 1) * numbers_of_tile);
        carries_ = shared("carries", shape.warps * numbers_of_tile);
        own_ = word("own"), row_ = word("row"), index_ = word("index"), carry_ = word("carry");
        role_ = word("role"), first_ = word("first"), last_ = word("last"), sum_ = word("sum");
        low_ = number("low", repr::limb_block, L()), a_block_ = number("a_block", repr::limb_block, L());
        b_block_ = number("b_block", repr::limb_block, L());
        even_ = number("even", repr::even_chain, 2 * L()), odd_ = number("odd", repr::odd_chain, 2 * L() - 2);
        for (int i = 0; i <= L(); ++i) waiting_.push_back(word("c" + std::to_string(i)));
    }

    ir::Routine make() && {
        builder_.assign(own_, ir::lane() % numbers_of_tile);
        builder_.assign(row_, Scalar(own_) * shape_.pitch());
        is_limb_major() ? load_words() : load_quads();
        builder_.barrier();
        const Place firsts = builder_.table("first_diagonals", first_diagonals(shape_));
        const Scalar tile(tile_);
        builder_.assign(role_, (ir::lane() / numbers_of_tile + tile + (tile >> 7)) % shape_.warps);
        builder_.assign(first_, firsts[role_]);
        builder_.assign(last_, firsts[Scalar(role_) + 1]);
        diagonals();
        builder_.barrier();
        add_tails();
        // the next tile may write there
        builder_.barrier();
        return std::move(builder_).finish();
    }

  private:
    int L() const { return shape_.block_limbs; }
    int M() const { return shape_.blocks(); }
    bool is_limb_major() const { return layout_ == Layout::limb_major; }
    Place word(const std::string& name) { return builder_.local(ir::word_named(name)); }
    Place words(const char* name, int count) {
        return builder_.local(ir::array(ir::word_named(name), count));
    }
    Place number(const char* name, const ir::Representation& type, int words) {
        return builder_.local(ir::number_named(name, type, words));
    }
    void each_limb(const std::function<void(Place)>& body) { builder_.loop(whole("j", L()), {}, body); }
    Scalar is_there() const { return less(own_, count_); }
    // Of a number that is not there the last one is read once more.
    Scalar to_read(const Scalar& number) const {
        return select(less(number, count_), number, Scalar(count_) - 1);
    }

    // Number-major: a thread reads four words in a row.
    void load_quads() {
        const int of_number = shape_.limbs / quad, of_thread = numbers_of_tile * of_number / shape_.threads();
        int at_once = std::min(of_thread, most_quads);
        while (of_thread % at_once != 0) --at_once;
        const Place own_a = words("own_a", quad * at_once), own_b = words("own_b", quad * at_once);
        const Place at = word("quad"), from = word("from"), to = word("to");
        const auto copy = [&](const Place& target, const Scalar& target_from, const Place& source,
                              const Scalar& source_from) {
            builder_.loop(whole("j", quad), {}, [&](Place j) {
                builder_.assign(target[target_from + Scalar(j)], source[source_from + Scalar(j)]);
            });
        };
        builder_.loop(ir::below("step", 0, of_thread / at_once), {}, [&](Place step) {
            const auto find = [&](const Place& u) {
                builder_.assign(at, (Scalar(step) * at_once + Scalar(u)) * shape_.threads() + ir::lane());
            };
            const Scalar number = Scalar(at) / of_number, column = (Scalar(at) % of_number) * quad;
            builder_.loop(whole("u", at_once), {}, [&](Place u) {
                find(u);
                builder_.assign(from, to_read(number) * shape_.limbs + column);
                copy(own_a, Scalar(u) * quad, a_, Scalar(from));
                copy(own_b, Scalar(u) * quad, b_, Scalar(from));
            });
            builder_.loop(whole("u", at_once), {}, [&](Place u) {
                find(u);
                builder_.assign(to, number * shape_.pitch() + column);
                copy(x_, Scalar(to), own_a, Scalar(u) * quad);
                copy(y_, Scalar(to), own_b, Scalar(u) * quad);
            });
        });
    }
    // Limb-major: neighbouring lanes read words of neighbouring numbers.
    void load_words() {
        const int at_once = words_of_step / shape_.warps;
        const Place own_a = words("own_a", at_once), own_b = words("own_b", at_once), at = word("at");
        builder_.loop(ir::below("step", 0, shape_.limbs / words_of_step), {}, [&](Place step) {
            const auto each = [&](const std::function<void(const Place&)>& body) {
                builder_.loop(whole("u", at_once), {}, [&](Place u) {
                    builder_.assign(at, Scalar(step) * words_of_step + Scalar(u) * shape_.warps +
                                            ir::lane() / numbers_of_tile);
                    body(u);
                });
            };
            each([&](const Place& u) {
                const Scalar from = Scalar(at) * numbers_ + to_read(own_);
                builder_.assign(own_a[u], a_[from]);
                builder_.assign(own_b[u], b_[from]);
            });
            each([&](const Place& u) {
                builder_.assign(x_[Scalar(row_) + at], own_a[u]);
                builder_.assign(y_[Scalar(row_) + at], own_b[u]);
            });
        });
    }

    // Words of the own number of the result.
    Place result(const Scalar& word) const {
        return r_[is_limb_major() ? word * numbers_ + own_ : Scalar(own_) * shape_.limbs + word];
    }
    void each_of_result(const Scalar& from, const std::function<void(const Place&, const Place&)>& body) {
        const Scalar at = is_limb_major() ? from * numbers_ + own_ : Scalar(own_) * shape_.limbs + from;
        builder_.assign(index_, at);
        each_limb([&](Place j) {
            body(r_[Scalar(index_) + (is_limb_major() ? Scalar(j) * numbers_ : Scalar(j))], low_.limb(j));
        });
    }
    void write_low(const Scalar& from) {
        each_of_result(from, [&](const Place& at, const Place& limb) { builder_.assign(at, limb); });
    }

    // A_i and B_(d-i)
    void read_blocks(const Scalar& i, const Scalar& d) {
        for (const auto& [to, from, which] : {std::tuple{a_block_, x_, i}, std::tuple{b_block_, y_, d - i}}) {
            builder_.assign(index_, Scalar(row_) + which * L());
            const Place target = to, array = from;
            each_limb([&](Place j) { builder_.assign(target.limb(j), array[Scalar(index_) + Scalar(j)]); });
        }
    }
    std::vector<ir::Call::Argument> with_waiting(std::vector<ir::Call::Argument> arguments) const {
        for (const Place& c : waiting_) arguments.emplace_back(Scalar(c));
        return arguments;
    }
    void add_product(const Scalar& i, const Scalar& d) {
        read_blocks(i, d);
        std::vector<Place> results{even_, odd_};
        results.insert(results.end(), waiting_.begin(), waiting_.end());
        builder_.call("block_product", with_waiting({a_block_, b_block_, even_, odd_}), results);
    }

    // The last diagonal of a number is modulo 2^(32L).
    void diagonals() {
        const int in_turn = shape_.products_of_turn;
        const std::vector<uint32_t> zeros(static_cast<size_t>(2 * L()));
        const Place turns = word("turns");
        builder_.copy(even_, zeros);
        builder_.loop(ir::below("d", Scalar(first_), select(less(last_, M()), last_, M() - 1)), {},
                      [&](Place d) {
                          builder_.copy(odd_, std::vector<uint32_t>(zeros.begin() + 2, zeros.end()));
                          for (const Place& c : waiting_) builder_.assign(c, 0);
                          builder_.assign(turns, (Scalar(d) + 1) / in_turn);
                          builder_.loop(ir::below("turn", 0, Scalar(turns)), {}, [&](Place turn) {
                              for (int k = 0; k < in_turn; ++k)
                                  add_product(Scalar(turn) * in_turn + k, Scalar(d));
                          });
                          builder_.loop(ir::up_to("i", Scalar(turns) * in_turn, Scalar(d)), {},
                                        [&](Place i) { add_product(Scalar(i), Scalar(d)); });
                          builder_.call("block_sum", with_waiting({even_, odd_}), {low_, even_});
                          builder_.when(is_there(), [&] { write_low(Scalar(d) * L()); });
                      });
        builder_.when(equal(last_, M()), [&] {
            each_limb([&](Place j) { builder_.assign(low_.limb(j), even_.limb(j)); });
            builder_.loop(with(ir::below("i", 0, M()), ir::For::Unroll::by_two), {}, [&](Place i) {
                read_blocks(Scalar(i), Scalar(M() - 1));
                builder_.call("block_low", {a_block_, b_block_, low_}, {low_});
            });
            builder_.when(is_there(), [&] { write_low(Scalar((M() - 1) * L())); });
        });
        builder_.when(less(last_, M()), [&] {
            builder_.loop(whole("j", L() + 1), {},
                          [&](Place j) { builder_.assign(tail(role_, Scalar(j)), even_.limb(j)); });
        });
    }

    // A word of what a role has left.
    Place tail(const Scalar& role, const Scalar& j) const {
        return tails_[(role * (L() + 1) + j) * numbers_of_tile + Scalar(own_)];
    }
    void add_carry(const Place& to) {
        builder_.assign(sum_, Scalar(to) + carry_);
        builder_.assign(carry_, less(sum_, carry_));
        builder_.assign(to, sum_);
    }
    // Adds the carry to the words [from, end) of the result.
    void ripple(const Scalar& from, const Scalar& end) {
        const Place stop = word("stop");
        builder_.assign(stop, select(carry_, end, from));
        builder_.loop(ir::below("word", from, Scalar(stop)), {}, [&](Place at) {
            builder_.when(not_equal(carry_, 0), [&] { add_carry(result(Scalar(at))); });
        });
    }
    // The carry out of the blocks of a warp, which goes on to the next one; what leaves the number is dropped.
    void write_carry() {
        builder_.assign(carry_, select(less(last_, M()), carry_, 0));
        builder_.assign(carries_[Scalar(role_) * numbers_of_tile + own_], carry_);
    }
    // A warp has written the words that it changes here itself.
    void add_tails() {
        const Scalar start = Scalar(first_) * L(), end = Scalar(last_) * L(), below = Scalar(role_) - 1;
        const Scalar receives = not_equal(role_, 0) & is_there();
        const Place again = word("again"), added = word("added");
        builder_.assign(carry_, 0);
        builder_.when(receives, [&] {
            each_of_result(start, [&](const Place& at, const Place& limb) { builder_.assign(limb, at); });
            each_limb([&](Place j) {
                builder_.assign(added, tail(below, Scalar(j)));
                builder_.assign(sum_, Scalar(low_.limb(j)) + carry_);
                builder_.assign(carry_, less(sum_, carry_));
                builder_.assign(low_.limb(j), Scalar(sum_) + added);
                builder_.assign(carry_, Scalar(carry_) | less(low_.limb(j), added));
            });
            write_low(start);
            builder_.assign(carry_, Scalar(carry_) + tail(below, L()));
            add_carry(result(start + L()));
            ripple(start + (L() + 1), end);
        });
        write_carry();
        builder_.exchange(ir::Exchange::Kind::any, again, carry_);
        builder_.loop(ir::below("round", 0, select(again, shape_.warps - 1, 0)), {}, [&](Place) {
            builder_.barrier();
            builder_.assign(carry_, 0);
            builder_.when(receives,
                          [&] { builder_.assign(carry_, carries_[below * numbers_of_tile + own_]); });
            builder_.barrier();
            ripple(start, end);
            write_carry();
        });
    }

    Shape shape_;
    Layout layout_;
    ir::RoutineBuilder builder_;
    Place a_, b_, r_, count_, numbers_, tile_, x_, y_, tails_, carries_;
    Place own_, row_, index_, carry_, role_, first_, last_, sum_;
    Place low_, a_block_, b_block_, even_, odd_;
    std::vector<Place> waiting_;
};

}  // namespace

ir::Routine mul_lo(const Shape& shape, Layout layout, const ir::Library& library) {
    ir::Routine made = Product(shape, layout, library).make();
    made.text = {"a*b mod 2^(32*limbs) for `count` numbers, 32 at most, by a block of threads"};
    return made;
}

}  // namespace limbsmith::algorithm::quadratic
