#include "algorithm/grid/block.hpp"

#include "algorithm/group/carries.hpp"
#include "algorithm/ntt/passes.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::grid {

using ir::Place, ir::Scalar;

namespace {

// A word of padding for each unit: threads that read the same word of their units meet in no bank.
constexpr int pitch = words_of_unit + 1;
// A product without its lowest diagonals has some words below those that are wanted.
constexpr int units_of_number = limbsmith::grid::most_words_of_start / words_of_unit + 4;
static_assert(units_of_number <= threads_of_start);

}  // namespace

Block::Block(Kernel& kernel)
    : kernel_(kernel), builder_(kernel.builder), sum_(kernel.builder, words_of_unit) {
    builder_.routine().mapping = threads_of_start;
    thread = kernel.word("thread", ir::lane());
    zero = unit("zero");
    builder_.copy(zero, std::vector<uint32_t>(words_of_unit));
    middles_ = builder_.shared(ir::array(ir::word_named("middles"), threads_of_start * pitch));
    overs_ = builder_.shared(ir::array(ir::word_named("overs"), threads_of_start));
    total_ = builder_.local(ir::number_named("total", repr::even_chain, 2 * words_of_unit));
    top_ = kernel.word("top");
    a_ = unit("factor_a"), b_ = unit("factor_b");
}

Place Block::number(const char* name) {
    return builder_.shared(ir::array(ir::word_named(name), units_of_number * pitch));
}

Place Block::unit(const std::string& name) {
    return builder_.local(ir::number_named(name, repr::limb_block, words_of_unit));
}

Scalar Block::most_words() { return units_of_number * words_of_unit; }

void Block::each(const std::function<void(const Scalar&, const Place&)>& body) {
    builder_.loop(ntt::whole("i", words_of_unit), {}, [&](Place i) {
        body(i, kernel_.word("index", Scalar(thread) * words_of_unit + Scalar(i)));
    });
}

void Block::read(const Place& target, const Place& number, const Scalar& index, const Scalar& length) {
    builder_.assign(target, 0);
    builder_.when(less(index, length), [&] { builder_.assign(target, at(number, index)); });
}

void Block::write(const Place& number, const Place& unit) {
    builder_.when(less(thread, units_of_number), [&] {
        builder_.loop(ntt::whole("i", words_of_unit), {}, [&](Place i) {
            builder_.assign(number[Scalar(thread) * pitch + Scalar(i)], unit.limb(i));
        });
    });
}

void Block::multiply(const Place& unit, const Factor& a, const Factor& b, const Scalar& first,
                     const Place& more, const std::string& suffix) {
    const Place diagonal = kernel_.word("diagonal" + suffix, first + thread),
                after = kernel_.word("after" + suffix, Scalar(diagonal) + 1),
                begin =
                    kernel_.word("begin" + suffix, select(less(b.units, after), Scalar(after) - b.units, 0)),
                end = kernel_.word("end" + suffix, select(less(a.units, after), a.units, after));
    sum_.set(0);
    sum_.clear_rest();
    builder_.loop(ir::below("k" + suffix, begin, end), {}, [&](Place k) {
        const Place at_a = kernel_.word("at_a", Scalar(k) * pitch),
                    at_b = kernel_.word("at_b", (Scalar(diagonal) - Scalar(k)) * pitch);
        builder_.loop(ntt::whole("i", words_of_unit), {}, [&](Place i) {
            builder_.assign(a_.limb(i), a.number[Scalar(at_a) + Scalar(i)]);
            builder_.assign(b_.limb(i), b.number[Scalar(at_b) + Scalar(i)]);
        });
        sum_.add_product(a_, b_);
    });
    sum_.take_all(total_, top_);
    // low + W·middle + W^2·top: the middle goes to the next unit, the top to the one after it
    const Place own = kernel_.word("own" + suffix, Scalar(thread) * pitch), low = this->unit("low" + suffix),
                middle = this->unit("middle" + suffix), over = kernel_.word("over" + suffix),
                from_top = kernel_.word("from_top" + suffix, 0);
    builder_.loop(ntt::whole("i", words_of_unit), {}, [&](Place i) {
        builder_.assign(low.limb(i), total_.limb(i));
        builder_.assign(middles_[Scalar(own) + Scalar(i)], total_.limb(Scalar(i) + words_of_unit));
    });
    builder_.assign(middles_[Scalar(own) + words_of_unit], top_);
    builder_.barrier();
    builder_.copy(middle, zero);
    builder_.when(less(0, thread), [&] {
        builder_.loop(ntt::whole("i", words_of_unit), {}, [&](Place i) {
            builder_.assign(middle.limb(i), middles_[Scalar(own) - pitch + Scalar(i)]);
        });
    });
    builder_.when(less(1, thread),
                  [&] { builder_.assign(from_top, middles_[Scalar(own) - 2 * pitch + words_of_unit]); });
    builder_.call("block_add_two", {low, middle, more, Scalar(from_top)}, {unit, over});
    carry(unit, over, suffix);
}

void Block::add(const Place& unit, const Place& x, const Place& y, const Place& z,
                const std::string& suffix) {
    const Place over = kernel_.word("over" + suffix);
    builder_.call("block_add_two", {x, y, z, Scalar(0)}, {unit, over});
    carry(unit, over, suffix);
}

// A unit's carry is up to 3. With that of the unit below it carries 0 or 1, which look_ahead() takes further.
void Block::carry(const Place& unit, const Place& over, const std::string& suffix) {
    builder_.assign(overs_[thread], over);
    builder_.barrier();
    const Place below = kernel_.word("over_below" + suffix, 0),
                generates = kernel_.word("generates" + suffix);
    builder_.when(less(0, thread), [&] { builder_.assign(below, overs_[Scalar(thread) - 1]); });
    builder_.call("block_add_two", {unit, zero, zero, Scalar(below)}, {unit, generates});
    Scalar all = unit.limb(0);
    for (int i = 1; i < words_of_unit; ++i) all = all & unit.limb(i);
    const Place propagates = kernel_.word("propagates" + suffix, equal(all, UINT32_MAX));
    const group::Carries found =
        group::look_ahead(builder_, generates, propagates, suffix, group::CarryOut::unused);
    builder_.call("block_increment", {unit, Scalar(found.in)}, {unit});
}

}  // namespace limbsmith::algorithm::grid
