#include "algorithm/quadratic/tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "algorithm/ntt/passes.hpp"
#include "algorithm/quadratic/diagonal.hpp"
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
        : shape_(shape),
          layout_(layout),
          steps_(steps(expression)),
          builder_(name, library),
          diagonal_(builder_, shape.block_limbs) {
        builder_.routine().mapping = shape.threads();
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
        const auto has_no_scratch = [](const Step& it) { return it.scratch == Step::none; };
        if (std::ranges::any_of(steps_.all, has_no_scratch))
            totals_ = shared("totals", (shape.warps - 1) * total_words() * numbers_of_tile);
        carries_ = shared("carries", shape.warps * numbers_of_tile);
        own_ = word("own"), row_ = word("row"), index_ = word("index"), carry_ = word("carry");
        role_ = word("role"), first_ = word("first"), last_ = word("last"), sum_ = word("sum");
        low_ = number("low", repr::limb_block, L()), a_block_ = number("a_block", repr::limb_block, L());
        b_block_ = number("b_block", repr::limb_block, L());
        other_ = number("other", repr::limb_block, L()), tail_ = number("tail", repr::limb_block, L());
        a_borrow_ = word("a_borrow"), b_borrow_ = word("b_borrow");
        other_top_ = word("other_top"), added_ = word("added");
        total_ = number("total", repr::even_chain, 2 * L()), top_ = word("top");
        distances_ = number("distances", repr::even_chain, 2 * L()), distances_top_ = word("distances_top");
    }

    ir::Routine make() && {
        builder_.assign(own_, ir::lane() % numbers_of_tile);
        builder_.assign(row_, Scalar(own_) * shape_.pitch());
        load_operands(builder_, shape_, operands_, slots_, count_, is_limb_major() ? &numbers_ : nullptr);
        builder_.barrier();
        const Scalar tile(tile_);
        builder_.assign(role_, (ir::lane() / numbers_of_tile + tile + (tile >> 7)) % shape_.warps);
        if (steps_.all.size() == 1)
            step({});
        else
            builder_.loop(ir::below("step", 0, static_cast<int>(steps_.all.size())), {},
                          [&](Place number) { step(number); });
        if (shape_.value_limbs < shape_.limbs) clear_beyond();
        return std::move(builder_).finish();
    }

  private:
    using Body = std::function<void()>;

    int L() const { return shape_.block_limbs; }
    int M() const { return shape_.blocks(); }
    int total_words() const { return 2 * L() + 1; }
    bool is_limb_major() const { return layout_ == Layout::limb_major; }
    Place word(const std::string& name) { return builder_.local(ir::word_named(name)); }
    Place number(const char* name, const ir::Representation& type, int words) {
        return builder_.local(ir::number_named(name, type, words));
    }
    void each_limb(const std::function<void(Place)>& body) { builder_.loop(whole("j", L()), {}, body); }
    Scalar is_there() const { return less(own_, count_); }
    Place table(const std::string& name, const std::vector<uint32_t>& words) {
        const auto found = tables_.find(name);
        return found != tables_.end() ? found->second
                                      : tables_.emplace(name, builder_.table(name, words)).first->second;
    }
    // Values that differ from step to step are read from a table.
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

    void clear_beyond() {
        builder_.when(is_there() & equal(role_, 0), [&] {
            builder_.loop(ir::below("beyond", shape_.value_limbs, shape_.limbs), {},
                          [&](Place word) { builder_.assign(target(Scalar(word), true), 0); });
        });
    }

    void step(const Place& number) {
        step_ = number;
        is_square_ = flag("squares", [](const Step& it) { return it.is_square(); });
        is_product_ = flag("products", [](const Step& it) { return it.is_product(); });
        has_product_ = flag("factors", [](const Step& it) { return it.has_product(); });
        is_result_ = flag("results", [](const Step& it) { return it.target == Step::result; });
        target_ = offset("targets", [](const Step& it) { return it.target; });
        left_ = offset("lefts", [](const Step& it) { return it.left; });
        scratch_ = offset("scratches", [](const Step& it) { return it.scratch; });
        right_ = offset("rights", [](const Step& it) { return it.right; });
        mask_ = field("masks", [](const Step& it) { return it.is_complemented ? UINT32_MAX : 0; });
        builder_.assign(first_, first_diagonal(role_));
        builder_.assign(last_, first_diagonal(Scalar(role_) + 1));
        diagonals();
        builder_.barrier();
        write_total();
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
    void read_a(const Place& to, const Scalar& i) { read_block(to, left_ + i * L(), mask_); }
    void read_b(const Place& to, const Scalar& i) { read_block(to, right_ + i * L()); }
    // A_i - A_(d-i) and B_(d-i) - B_i, and their borrows.
    void read_differences(const Scalar& i, const Scalar& d) {
        read_a(a_block_, i), read_a(other_, d - i);
        builder_.call("block_difference", {a_block_, other_}, {a_block_, a_borrow_});
        read_b(b_block_, d - i), read_b(other_, i);
        builder_.call("block_difference", {b_block_, other_}, {b_block_, b_borrow_});
    }
    // |A_i - A_(d-i)|
    void read_distance(const Scalar& i, const Scalar& d) {
        read_a(a_block_, i), read_a(other_, d - i);
        builder_.call("block_difference", {a_block_, other_}, {a_block_, a_borrow_});
        each_limb([&](Place j) {
            builder_.assign(a_block_.limb(j), Scalar(a_block_.limb(j)) ^ (0 - Scalar(a_borrow_)));
        });
        builder_.call("block_increment", {a_block_, Scalar(a_borrow_)}, {a_block_});
    }
    void each_pair(const Scalar& d, const std::function<void(const Scalar&)>& body) {
        builder_.loop(ir::below("i", 0, (d + 1) / 2), {}, [&](Place i) { body(Scalar(i)); });
    }
    void products_of_pairs(const Scalar& d) {
        each_pair(d, [&](const Scalar& i) {
            read_differences(i, d);
            diagonal_.add_signed_product(a_block_, a_borrow_, b_block_, b_borrow_);
        });
    }
    // Takes the rest of the diagonal before: its lowest block and the word above.
    void take_left() {
        const Place& left = diagonal_.even();
        each_limb([&](Place j) { builder_.assign(low_.limb(j), left.limb(j)); });
        builder_.assign(carry_, left.limb(L()));
    }
    // The total is added to it, and so much W^2 that no sum is negative: M for the totals of other warps, and one for
    // each pair.
    void begin_diagonal() {
        diagonal_.begin(total_);
        diagonal_.add_carry(Scalar(carry_));
        diagonal_.add_top(Scalar(top_) + excess());
        diagonal_.add(low_);
    }
    int excess() const { return M() + M() / 2 + 2; }
    void begin_products(const Scalar& d) {
        take_left();
        diagonal_.begin(total_);
        diagonal_.add_top(Scalar(top_));
        read_a(a_block_, d), read_b(b_block_, d);
        diagonal_.add_product(a_block_, b_block_);
        diagonal_.take_all(total_, top_);
        begin_diagonal();
    }
    // The squares of the pairs are added up first, and then taken away at once.
    void begin_squares(const Scalar& d) {
        take_left();
        builder_.copy(distances_, std::vector<uint32_t>(static_cast<size_t>(2 * L())));
        diagonal_.begin_squares(distances_, 0);
        each_pair(d, [&](const Scalar& i) {
            read_distance(i, d);
            diagonal_.add_square(a_block_);
        });
        diagonal_.take_squares(distances_, distances_top_);
        diagonal_.begin_squares(total_, Scalar(top_));
        read_a(a_block_, d);
        diagonal_.add_square(a_block_);
        diagonal_.take_squares(total_, top_);
        begin_diagonal();
        diagonal_.add_top(0 - Scalar(distances_top_));
        diagonal_.subtract(distances_);
    }
    // Takes away the excess of diagonal d - 2. As a number below W that is W less this and less 1: the 1 is taken
    // from the next diagonal, and the first diagonal adds its 1 where it begins.
    void take_excess(const Scalar& d) {
        each_limb([&](Place j) { builder_.assign(b_block_.limb(j), UINT32_MAX); });
        const uint32_t lowest = UINT32_MAX - static_cast<uint32_t>(excess());
        builder_.assign(b_block_.limb(0),
                        d.is_constant() ? Scalar(lowest) : select(less(1, d), lowest, UINT32_MAX));
        diagonal_.add(b_block_);
    }
    // Modulo W
    void low_products(const Scalar& d) {
        read_a(a_block_, d), read_b(b_block_, d);
        builder_.call("block_low", {a_block_, b_block_, low_}, {low_});
        low_pairs(low_, b_block_, [&](const Scalar& i) { read_differences(i, d); });
    }
    void low_squares(const Scalar& d) {
        read_a(a_block_, d);
        builder_.call("block_low", {a_block_, a_block_, low_}, {low_});
        each_limb([&](Place j) { builder_.assign(tail_.limb(j), 0); });
        low_pairs(tail_, a_block_, [&](const Scalar& i) { read_distance(i, d); });
        each_limb([&](Place j) {
            builder_.assign(tail_.limb(j), Scalar(tail_.limb(j)) ^ UINT32_MAX);
            builder_.assign(other_.limb(j), 0);
        });
        builder_.call("block_add_two", {low_, tail_, other_, Scalar(1)}, {low_, carry_});
    }
    void low_pairs(const Place& sum, const Place& b, const std::function<void(const Scalar&)>& read) {
        builder_.loop(with(ir::below("i", 0, M() / 2), ir::For::Unroll::by_two), {}, [&](Place i) {
            read(Scalar(i));
            builder_.call("block_low", {a_block_, b, sum}, {sum});
        });
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
                diagonal_.add(b_block_);
            });
        }
        const Scalar is_added =
            flag("additions", [](const Step& it) { return it.is_added && it.target == Step::result; });
        if (is_added.is_constant() && !is_added.number()) return;
        when(is_added.is_constant() ? is_there() : is_added & is_there(), [&] {
            each_of_target(d * L(), true,
                           [&](const Place& at, const Place& limb) { builder_.assign(limb, at); });
            diagonal_.add(low_);
        });
    }
    // The complement of a number is less by 1 than its negative, and so is that of a negative product.
    Scalar ones() {
        return field("ones", [](const Step& it) {
            const auto complements = std::ranges::count_if(it.terms, &Step::Term::is_negative);
            return static_cast<uint32_t>(complements) + (it.has_product() ? 1 : 0);
        });
    }

    // The last diagonal of a number is modulo 2^(32L).
    void diagonals() {
        const Scalar one = ones();
        diagonal_.set(one.is_constant() && !one.number() ? one : select(first_, 0, one));
        builder_.copy(total_, std::vector<uint32_t>(static_cast<size_t>(2 * L())));
        builder_.assign(top_, 0);
        builder_.loop(ir::below("d", Scalar(first_), select(less(last_, M()), last_, M() - 1)), {},
                      [&](Place d) {
                          diagonal_.clear_rest();
                          when(is_product_, [&] { begin_products(Scalar(d)); });
                          when(is_square_, [&] { begin_squares(Scalar(d)); });
                          when(has_product_, [&] { take_excess(Scalar(d)); });
                          add_terms(Scalar(d));
                          when(is_product_, [&] { products_of_pairs(Scalar(d)); });
                          diagonal_.take_low(low_);
                          write_low(Scalar(d) * L());
                      });
        builder_.when(equal(last_, M()), [&] { last_diagonal(); });
        builder_.when(less(last_, M()), [&] {
            const Place& left = diagonal_.even();
            builder_.loop(whole("j", L() + 1), {},
                          [&](Place j) { builder_.assign(tail(role_, Scalar(j)), left.limb(j)); });
        });
    }
    // In a slot of operands, once all have read them.
    void write_total() {
        builder_.when(less(last_, M()), [&] {
            builder_.loop(whole("j", 2 * L()), {},
                          [&](Place j) { builder_.assign(total(role_, Scalar(j)), total_.limb(j)); });
            builder_.assign(total(role_, 2 * L()), top_);
        });
    }
    void last_diagonal() {
        const Scalar d(M() - 1);
        diagonal_.clear_rest();
        when(has_product_, [&] {
            each_limb([&](Place j) { builder_.assign(b_block_.limb(j), total_.limb(j)); });
            diagonal_.add(b_block_);
            take_excess(d);
        });
        add_terms(d);
        const Place& left = diagonal_.even();
        each_limb([&](Place j) { builder_.assign(low_.limb(j), left.limb(j)); });
        when(is_product_, [&] { low_products(d); });
        when(is_square_, [&] { low_squares(d); });
        write_low((M() - 1) * L());
    }

    // A word of the rest that a role has left.
    Place tail(const Scalar& role, const Scalar& j) const {
        return tails_[(role * (L() + 1) + j) * numbers_of_tile + Scalar(own_)];
    }
    // A word of the sum of a role's A_d·B_d: in a slot where each step has one to spare.
    Place total(const Scalar& role, const Scalar& j) const {
        if (totals_.variable < 0) return slots_[Scalar(row_) + scratch_ + role * total_words() + j];
        return totals_[(role * total_words() + j) * numbers_of_tile + Scalar(own_)];
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
    // The carry out of the blocks of a warp, which goes on to the next one; that of the number is dropped.
    void write_carry() {
        builder_.assign(carry_, select(less(last_, M()), carry_, 0));
        builder_.assign(carries_[Scalar(role_) * numbers_of_tile + own_], carry_);
    }
    // The words that this role adds to its first blocks, which others have left, and to each of its blocks the sum of
    // their totals: base, of 2L words and a word on top, which reaches two blocks further.
    void read_base() {
        const auto limb = [&](const Scalar& j) { return total_.limb(j); };
        builder_.copy(total_, std::vector<uint32_t>(static_cast<size_t>(2 * L())));
        builder_.assign(top_, 0);
        each_limb([&](Place j) { builder_.assign(other_.limb(j), 0); });
        builder_.assign(other_top_, 0);
        builder_.loop(ir::below("from", 0, Scalar(role_)), {}, [&](Place from) {
            each_limb([&](Place j) { builder_.assign(other_.limb(j), limb(Scalar(j) + L())); });
            builder_.assign(other_top_, top_);
            builder_.assign(carry_, 0);
            builder_.loop(whole("j", 2 * L()), {}, [&](Place j) {
                builder_.assign(sum_, Scalar(limb(Scalar(j))) + carry_);
                builder_.assign(carry_, less(sum_, carry_));
                builder_.assign(added_, total(Scalar(from), Scalar(j)));
                builder_.assign(limb(Scalar(j)), Scalar(sum_) + added_);
                builder_.assign(carry_, Scalar(carry_) | less(limb(Scalar(j)), added_));
            });
            builder_.assign(top_, Scalar(top_) + carry_ + total(Scalar(from), 2 * L()));
        });
        each_limb([&](Place j) {
            builder_.assign(a_block_.limb(j), limb(Scalar(j)));
            builder_.assign(b_block_.limb(j), limb(Scalar(j) + L()));
        });
        builder_.assign(carry_, other_top_);
    }
    // Adds these blocks and the carry to block d of the target.
    void add_blocks(const Scalar& d, bool is_result, const Place& x, const Place& y) {
        each_of_target(d * L(), is_result,
                       [&](const Place& at, const Place& limb) { builder_.assign(limb, at); });
        builder_.call("block_add_two", {low_, x, y, Scalar(carry_)}, {low_, carry_});
        each_of_target(d * L(), is_result,
                       [&](const Place& at, const Place& limb) { builder_.assign(at, limb); });
    }
    void add_others(bool is_result) {
        const Scalar below = Scalar(role_) - 1, first(first_);
        read_base();
        each_limb([&](Place j) { builder_.assign(tail_.limb(j), tail(below, Scalar(j))); });
        each_of_target(first * L(), is_result,
                       [&](const Place& at, const Place& limb) { builder_.assign(limb, at); });
        builder_.call("block_add_two", {low_, a_block_, tail_, Scalar(carry_)}, {low_, carry_});
        builder_.assign(sum_, carry_);
        builder_.assign(carry_, 0);
        each_limb([&](Place j) { builder_.assign(tail_.limb(j), 0); });
        builder_.call("block_add_two", {low_, other_, tail_, Scalar(carry_)}, {low_, carry_});
        each_of_target(first * L(), is_result,
                       [&](const Place& at, const Place& limb) { builder_.assign(at, limb); });
        builder_.assign(carry_, Scalar(carry_) + sum_ + tail(below, L()) + other_top_);
        add_blocks(first + 1, is_result, a_block_, b_block_);
        builder_.loop(ir::below("d", first + 2, Scalar(last_)), {}, [&](Place d) {
            builder_.assign(carry_, Scalar(carry_) + top_);
            add_blocks(Scalar(d), is_result, a_block_, b_block_);
        });
    }
    // A warp has written the words that it changes here itself.
    void add_tails() {
        const Scalar start = Scalar(first_) * L(), end = Scalar(last_) * L();
        const Scalar receives = not_equal(role_, 0);
        const Place again = word("again");
        builder_.assign(carry_, 0);
        each_target(receives, [&](bool is_result) { add_others(is_result); });
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
    Diagonal diagonal_;
    std::vector<Place> operands_;
    Place r_, count_, numbers_, tile_, slots_, tails_, totals_, carries_;
    Place own_, row_, index_, carry_, role_, first_, last_, sum_;
    Place low_, a_block_, b_block_, other_, other_top_, tail_, a_borrow_, b_borrow_, added_, total_, top_,
        distances_, distances_top_, even_, odd_, even_pairs_, odd_pairs_;
    std::map<std::string, Place> tables_;
    // of the step
    Place step_;
    Scalar is_square_{0}, is_product_{0}, has_product_{0}, is_result_{0}, target_{0}, left_{0}, right_{0},
        scratch_{0}, mask_{0};
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
