#include "algorithm/quadratic/tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "algorithm/ntt/passes.hpp"
#include "algorithm/quadratic/operands.hpp"
#include "algorithm/quadratic/steps.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::quadratic {
namespace {

using ir::Place, ir::Scalar;
using ntt::whole;

class Tile {
  public:
    Tile(const std::string& name, const Fused& expression, const Shape& shape, Layout layout,
         const ir::Library& library)
        : shape_(shape), layout_(layout), steps_(steps(expression)), builder_(name, library) {
        builder_.routine().lanes = shape.threads();
        for (size_t k = 1; k <= expression.inputs.size(); ++k)
            operands_.push_back(builder_.global_table(fmt::format("in{}", k)));
        r_ = builder_.global_table("r");
        count_ = builder_.input(ir::word_named("count"));
        if (is_limb_major()) numbers_ = builder_.input(ir::word_named("numbers"));
        tile_ = builder_.input(ir::word_named("tile"));
        const auto shared = [&](const char* array, int words) {
            return builder_.shared(ir::array(ir::word_named(array), words));
        };
        slots_ = shared("slots", steps_.slots * shape.slot_words());
        tails_ = shared("tails", (shape.warps - 1) * (L() + 1) * numbers_of_tile);
        carries_ = shared("carries", shape.warps * numbers_of_tile);
        own_ = word("own"), row_ = word("row"), index_ = word("index"), carry_ = word("carry");
        role_ = word("role"), first_ = word("first"), last_ = word("last"), sum_ = word("sum");
        low_ = number("low", repr::limb_block, L()), a_block_ = number("a_block", repr::limb_block, L());
        b_block_ = number("b_block", repr::limb_block, L());
        even_ = number("even", repr::even_chain, 2 * L()), odd_ = number("odd", repr::odd_chain, 2 * L() - 2);
        even_pairs_ = number("even_kept", repr::even_pairs, 2 * L());
        odd_pairs_ = number("odd_kept", repr::odd_pairs, 2 * L() - 2);
        for (int i = 0; i <= L(); ++i) waiting_.push_back(word("c" + std::to_string(i)));
    }

    ir::Routine make() && {
        builder_.assign(own_, ir::lane() % numbers_of_tile);
        builder_.assign(row_, Scalar(own_) * shape_.pitch() + Shape::padding);
        load_operands(builder_, shape_, operands_, slots_, count_, is_limb_major() ? &numbers_ : nullptr);
        if (has(&Step::is_square)) clear_padding();
        builder_.barrier();
        const Scalar tile(tile_);
        builder_.assign(role_, (ir::lane() / numbers_of_tile + tile + (tile >> 7)) % shape_.warps);
        if (steps_.all.size() == 1)
            step({});
        else
            builder_.loop(ir::below("step", 0, static_cast<int>(steps_.all.size())), {},
                          [&](Place number) { step(number); });
        return std::move(builder_).finish();
    }

  private:
    using Body = std::function<void()>;

    int L() const { return shape_.block_limbs; }
    int M() const { return shape_.blocks(); }
    bool is_limb_major() const { return layout_ == Layout::limb_major; }
    Place word(const std::string& name) { return builder_.local(ir::word_named(name)); }
    Place number(const char* name, const ir::Representation& type, int words) {
        return builder_.local(ir::number_named(name, type, words));
    }
    void each_limb(const std::function<void(Place)>& body) { builder_.loop(whole("j", L()), {}, body); }
    Scalar is_there() const { return less(own_, count_); }
    bool has(bool (Step::*is)() const) const {
        return std::ranges::any_of(steps_.all, [&](const Step& it) { return (it.*is)(); });
    }

    // What is read before the first word of a number: 0, whose highest bit a square shifts in.
    void clear_padding() {
        builder_.when(less(ir::lane(), numbers_of_tile), [&] {
            for (int k = 0; k < steps_.slots; ++k)
                builder_.assign(slots_[Scalar(row_) - 1 + k * shape_.slot_words()], 0);
        });
    }

    Place table(const std::string& name, const std::vector<uint32_t>& words) {
        const auto found = tables_.find(name);
        return found != tables_.end() ? found->second
                                      : tables_.emplace(name, builder_.table(name, words)).first->second;
    }
    // What differs from step to step is read from a table.
    Scalar field(const char* name, const std::function<uint32_t(const Step&)>& value) {
        std::vector<uint32_t> all;
        for (const Step& it : steps_.all) all.push_back(value(it));
        if (std::ranges::all_of(all, [&](uint32_t own) { return own == all[0]; })) return all[0];
        return table(name, all)[Scalar(step_)];
    }
    Scalar flag(const char* name, const std::function<bool(const Step&)>& is) {
        return field(name, [=](const Step& it) { return uint32_t{is(it)}; });
    }
    // Where a slot begins. Tables have the slot, so that a compiler knows that this is a multiple of four words.
    Scalar offset(const char* name, const std::function<int(const Step&)>& slot) {
        return field(name, [&](const Step& it) { return static_cast<uint32_t>(std::max(slot(it), 0)); }) *
               shape_.slot_words();
    }
    void when(const Scalar& condition, const Body& body) {
        if (!condition.is_constant())
            builder_.when(condition, body);
        else if (condition.number())
            body();
    }

    void step(const Place& number) {
        step_ = number;
        is_square_ = flag("squares", [](const Step& it) { return it.is_square(); });
        is_plain_ = flag("products", [](const Step& it) { return it.has_product() && !it.is_square(); });
        is_result_ = flag("results", [](const Step& it) { return it.target == Step::result; });
        target_ = offset("targets", [](const Step& it) { return it.target; });
        left_ = offset("lefts", [](const Step& it) { return it.left; });
        right_ = offset("rights", [](const Step& it) { return it.right; });
        mask_ = field("masks", [](const Step& it) { return it.is_complemented ? UINT32_MAX : 0; });
        builder_.assign(first_, first_diagonal(role_));
        builder_.assign(last_, first_diagonal(Scalar(role_) + 1));
        diagonals();
        builder_.barrier();
        add_tails();
        // the next step or tile may write there
        builder_.barrier();
    }
    Scalar first_diagonal(const Scalar& role) {
        const auto of = [&](const char* name, bool is_of_squares) {
            return Scalar(table(name, first_diagonals(shape_, is_of_squares))[role]);
        };
        if (is_square_.is_constant())
            return is_square_.number() ? of("first_of_squares", true) : of("first_diagonals", false);
        return select(is_square_, of("first_of_squares", true), of("first_diagonals", false));
    }

    // Words of the own number of the target.
    Place target(const Scalar& word, bool is_result) const {
        if (!is_result) return slots_[Scalar(row_) + target_ + word];
        return r_[is_limb_major() ? word * numbers_ + own_ : Scalar(own_) * shape_.limbs + word];
    }
    void each_of_target(const Scalar& from, bool is_result,
                        const std::function<void(const Place&, const Place&)>& body) {
        const bool is_strided = is_result && is_limb_major();
        builder_.assign(index_, !is_result   ? Scalar(row_) + target_ + from
                                : is_strided ? from * numbers_ + own_
                                             : Scalar(own_) * shape_.limbs + from);
        const Place& array = is_result ? r_ : slots_;
        each_limb([&](Place j) {
            body(array[Scalar(index_) + (is_strided ? Scalar(j) * numbers_ : Scalar(j))], low_.limb(j));
        });
    }
    // For both kinds of targets, those lanes that have one.
    void each_target(const Scalar& condition, const std::function<void(bool)>& body) {
        const auto both = [&](const Scalar& x, const Scalar& y) {
            if (x.is_constant()) return x.number() ? y : x;
            return y.is_constant() ? (y.number() ? x : y) : x & y;
        };
        when(both(is_result_, both(condition, is_there())), [&] { body(true); });
        if (!is_result_.is_constant())
            when(both(equal(is_result_, 0), condition), [&] { body(false); });
        else if (!is_result_.number())
            when(condition, [&] { body(false); });
    }
    void write_low(const Scalar& from) {
        each_target(1, [&](bool is_result) {
            each_of_target(from, is_result,
                           [&](const Place& at, const Place& limb) { builder_.assign(at, limb); });
        });
    }

    void read_block(const Place& to, const Scalar& from, const Scalar& mask = 0) {
        builder_.assign(index_, Scalar(row_) + from);
        each_limb([&](Place j) {
            const Scalar read = slots_[Scalar(index_) + Scalar(j)];
            builder_.assign(to.limb(j), mask.is_constant() && !mask.number() ? read : read ^ mask);
        });
    }
    // Of the number, twice, whose blocks these are.
    void read_doubled(const Place& to, const Scalar& from) {
        builder_.assign(carry_, slots_[Scalar(row_) + from - 1]);
        builder_.assign(index_, Scalar(row_) + from);
        each_limb([&](Place j) {
            builder_.assign(sum_, slots_[Scalar(index_) + Scalar(j)]);
            builder_.assign(to.limb(j), (Scalar(sum_) << 1) | (Scalar(carry_) >> 31));
            builder_.assign(carry_, sum_);
        });
    }
    std::vector<ir::Call::Argument> with_waiting(std::vector<ir::Call::Argument> arguments) const {
        for (const Place& c : waiting_) arguments.emplace_back(Scalar(c));
        return arguments;
    }
    void take_window() {
        builder_.copy(even_, even_pairs_);
        builder_.copy(odd_, odd_pairs_);
    }
    void block_product(const Place& b) {
        std::vector<Place> results{even_, odd_};
        results.insert(results.end(), waiting_.begin(), waiting_.end());
        take_window();
        builder_.call("block_product", with_waiting({a_block_, b, even_, odd_}), results);
        builder_.copy(even_pairs_, even_);
        builder_.copy(odd_pairs_, odd_);
    }
    void block_add(const Place& block) {
        builder_.copy(even_, even_pairs_);
        builder_.call("block_add", {even_, block, Scalar(waiting_[0])}, {even_, waiting_[0]});
        builder_.copy(even_pairs_, even_);
    }

    // A_i and B_(d-i); of a square, the blocks of 2A and A.
    void read_blocks(const Scalar& i, const Scalar& d, bool is_square) {
        if (is_square)
            read_doubled(a_block_, left_ + i * L());
        else
            read_block(a_block_, left_ + i * L(), mask_);
        read_block(b_block_, (is_square ? left_ : right_) + (d - i) * L());
    }
    // The products of diagonal d with i < end.
    void products(const Scalar& d, const Scalar& end, bool is_square) {
        const int in_turn = shape_.products_of_turn;
        const Place turns = word(is_square ? "turns_of_square" : "turns");
        const auto add_product = [&](const Scalar& i) {
            read_blocks(i, d, is_square);
            block_product(b_block_);
        };
        builder_.assign(turns, end / in_turn);
        builder_.loop(ir::below("turn", 0, Scalar(turns)), {}, [&](Place turn) {
            for (int k = 0; k < in_turn; ++k) add_product(Scalar(turn) * in_turn + k);
        });
        builder_.loop(ir::below("i", Scalar(turns) * in_turn, end), {},
                      [&](Place i) { add_product(Scalar(i)); });
    }
    // Modulo 2^(32L)
    void low_products(int end, bool is_square) {
        builder_.loop(with(ir::below("i", 0, end), ir::For::Unroll::by_two), {}, [&](Place i) {
            read_blocks(Scalar(i), Scalar(M() - 1), is_square);
            builder_.call("block_low", {a_block_, b_block_, low_}, {low_});
        });
    }
    // A_j, and A_j where the highest bit of A_(j-1) is 1.
    void read_middle(const Scalar& j) {
        read_block(a_block_, left_ + j * L());
        builder_.assign(carry_, 0 - (Scalar(slots_[Scalar(row_) + (left_ + j * L()) - 1]) >> 31));
        each_limb([&](Place k) { builder_.assign(b_block_.limb(k), Scalar(a_block_.limb(k)) & carry_); });
        block_add(b_block_);
    }

    // Block d of the terms.
    void add_terms(const Scalar& d) {
        std::vector<uint32_t> firsts{0}, slots, masks;
        for (const Step& step : steps_.all) {
            std::vector<Step::Term> all = step.terms;
            if (step.is_added && step.target != Step::result) all.push_back({step.target});
            for (const Step::Term& it : all)
                slots.push_back(static_cast<uint32_t>(it.slot)),
                    masks.push_back(it.is_negative ? UINT32_MAX : 0);
            firsts.push_back(static_cast<uint32_t>(slots.size()));
        }
        if (!slots.empty()) {
            const bool is_masked = std::ranges::any_of(masks, [](uint32_t mask) { return mask != 0; });
            const Place first = table("first_terms", firsts), at = table("terms", slots);
            const Scalar own(step_.variable < 0 ? Scalar(0) : Scalar(step_));
            builder_.loop(ir::below("term", first[own], Scalar(first[own + 1])), {}, [&](Place term) {
                const Scalar mask =
                    is_masked ? Scalar(table("masks_of_terms", masks)[Scalar(term)]) : Scalar(0);
                read_block(b_block_, Scalar(at[Scalar(term)]) * shape_.slot_words() + d * L(), mask);
                block_add(b_block_);
            });
        }
        const Scalar is_added =
            flag("additions", [](const Step& it) { return it.is_added && it.target == Step::result; });
        if (is_added.is_constant() && !is_added.number()) return;
        when(is_added.is_constant() ? is_there() : is_added & is_there(), [&] {
            each_of_target(d * L(), true,
                           [&](const Place& at, const Place& limb) { builder_.assign(limb, at); });
            block_add(low_);
        });
    }
    // The complement of a number is less by 1 than its negative.
    Scalar ones() {
        return field("ones", [](const Step& it) {
            return static_cast<uint32_t>(std::ranges::count_if(it.terms, &Step::Term::is_negative));
        });
    }

    // The last diagonal of a number is modulo 2^(32L).
    void diagonals() {
        const std::vector<uint32_t> zeros(static_cast<size_t>(2 * L()));
        builder_.copy(even_, zeros);
        if (const Scalar one = ones(); !one.is_constant() || one.number())
            builder_.assign(even_.limb(0), select(first_, 0, one));
        builder_.copy(even_pairs_, even_);
        builder_.loop(ir::below("d", Scalar(first_), select(less(last_, M()), last_, M() - 1)), {},
                      [&](Place d) {
                          builder_.copy(odd_pairs_, std::vector<uint32_t>(zeros.begin() + 2, zeros.end()));
                          for (const Place& c : waiting_) builder_.assign(c, 0);
                          add_terms(Scalar(d));
                          when(is_plain_, [&] { products(Scalar(d), Scalar(d) + 1, false); });
                          when(is_square_, [&] {
                              products(Scalar(d), (Scalar(d) + 1) / 2, true);
                              builder_.when(equal(Scalar(d) & 1, 0), [&] {
                                  read_middle(Scalar(d) / 2);
                                  block_product(a_block_);
                              });
                          });
                          take_window();
                          builder_.call("block_sum", with_waiting({even_, odd_}), {low_, even_});
                          builder_.copy(even_pairs_, even_);
                          write_low(Scalar(d) * L());
                      });
        builder_.when(equal(last_, M()), [&] { last_diagonal(); });
        builder_.when(less(last_, M()), [&] {
            builder_.copy(even_, even_pairs_);
            builder_.loop(whole("j", L() + 1), {},
                          [&](Place j) { builder_.assign(tail(role_, Scalar(j)), even_.limb(j)); });
        });
    }
    void last_diagonal() {
        const bool has_middle = M() % 2 == 1;
        builder_.assign(waiting_[0], 0);
        add_terms(Scalar(M() - 1));
        if (has_middle) when(is_square_, [&] { read_middle(M() / 2); });
        builder_.copy(even_, even_pairs_);
        each_limb([&](Place j) { builder_.assign(low_.limb(j), even_.limb(j)); });
        if (has_middle)
            when(is_square_, [&] { builder_.call("block_low", {a_block_, a_block_, low_}, {low_}); });
        when(is_plain_, [&] { low_products(M(), false); });
        when(is_square_, [&] { low_products(M() / 2, true); });
        write_low((M() - 1) * L());
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
    // Adds the carry to the words [from, end) of the target.
    void ripple(const Scalar& from, const Scalar& end, bool is_result) {
        const Place stop = word("stop");
        builder_.assign(stop, select(carry_, end, from));
        builder_.loop(ir::below("word", from, Scalar(stop)), {}, [&](Place at) {
            builder_.when(not_equal(carry_, 0), [&] { add_carry(target(Scalar(at), is_result)); });
        });
    }
    // The carry out of the blocks of a warp, which goes on to the next one; what leaves the number is dropped.
    void write_carry() {
        builder_.assign(carry_, select(less(last_, M()), carry_, 0));
        builder_.assign(carries_[Scalar(role_) * numbers_of_tile + own_], carry_);
    }
    void add_tail(const Scalar& start, const Scalar& end, bool is_result) {
        const Scalar below = Scalar(role_) - 1;
        const Place added = word("added");
        each_of_target(start, is_result,
                       [&](const Place& at, const Place& limb) { builder_.assign(limb, at); });
        each_limb([&](Place j) {
            builder_.assign(added, tail(below, Scalar(j)));
            builder_.assign(sum_, Scalar(low_.limb(j)) + carry_);
            builder_.assign(carry_, less(sum_, carry_));
            builder_.assign(low_.limb(j), Scalar(sum_) + added);
            builder_.assign(carry_, Scalar(carry_) | less(low_.limb(j), added));
        });
        each_of_target(start, is_result,
                       [&](const Place& at, const Place& limb) { builder_.assign(at, limb); });
        builder_.assign(carry_, Scalar(carry_) + tail(below, L()));
        add_carry(target(start + L(), is_result));
        ripple(start + (L() + 1), end, is_result);
    }
    // A warp has written the words that it changes here itself.
    void add_tails() {
        const Scalar start = Scalar(first_) * L(), end = Scalar(last_) * L();
        const Scalar receives = not_equal(role_, 0);
        const Place again = word("again");
        builder_.assign(carry_, 0);
        each_target(receives, [&](bool is_result) { add_tail(start, end, is_result); });
        write_carry();
        builder_.exchange(ir::Exchange::Kind::any, again, carry_);
        builder_.loop(ir::below("round", 0, select(again, shape_.warps - 1, 0)), {}, [&](Place) {
            builder_.barrier();
            builder_.assign(carry_, 0);
            builder_.when(receives, [&] {
                builder_.assign(carry_, carries_[(Scalar(role_) - 1) * numbers_of_tile + own_]);
            });
            builder_.barrier();
            each_target(1, [&](bool is_result) { ripple(start, end, is_result); });
            write_carry();
        });
    }

    Shape shape_;
    Layout layout_;
    Steps steps_;
    ir::RoutineBuilder builder_;
    std::vector<Place> operands_;
    Place r_, count_, numbers_, tile_, slots_, tails_, carries_;
    Place own_, row_, index_, carry_, role_, first_, last_, sum_;
    Place low_, a_block_, b_block_, even_, odd_, even_pairs_, odd_pairs_;
    std::vector<Place> waiting_;
    std::map<std::string, Place> tables_;
    // of the step
    Place step_;
    Scalar is_square_{0}, is_plain_{0}, is_result_{0}, target_{0}, left_{0}, right_{0}, mask_{0};
};

}  // namespace

ir::Routine tile(const std::string& name, const Fused& expression, const Shape& shape, Layout layout,
                 const ir::Library& library) {
    ir::Routine made = Tile(name, expression, shape, layout, library).make();
    made.text = {expression.text +
                 " mod 2^(32*limbs) for `count` numbers, 32 at most, by a block of threads"};
    return made;
}

}  // namespace limbsmith::algorithm::quadratic
