#include <functional>

#include "algorithm/group/division_parts.hpp"
#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/group.hpp"
#include "algorithm/pool/scratch.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

constexpr int word_bits = 32;

Scalar words_of(const Scalar& bits) { return (bits + (word_bits - 1)) >> 5; }

// The parts of a division's result: the quotient's units, and after them those of the remainder.
struct Parts {
    Place quotient, quotient_units, remainder, remainder_units;

    Parts(Group& group, const Magnitude& a, const Magnitude& b) {
        quotient = group.first_result();
        quotient_units = group.word(
            "quotient_units",
            select(b.units, Group::units_of(select(less(a.bits, b.bits), 1, Scalar(a.bits) - b.bits + 2)),
                   0));
        remainder = group.word("remainder", Scalar(quotient) + quotient_units);
        remainder_units = b.units;
    }
};

// x·2^s as a stream of words.
class Shifted {
  public:
    Shifted(Group& group, const std::string& name, const Place& s)
        : group_(group), name_(name), s_(s), before_(group.word(name + "_before", 0)) {}
    Scalar next(const Place& word) {
        const Place made =
            group_.word(name_ + "_shifted",
                        (Scalar(word) << s_) | ((Scalar(before_) >> 1) >> (Scalar(word_bits - 1) - s_)));
        group_.builder.assign(before_, word);
        return made;
    }

  private:
    Group& group_;
    std::string name_;
    Place s_, before_;
};

}  // namespace

// Word by word of the quotient: D. Knuth, The Art of Computer Programming 2, algorithm D, with the quotient of three
// words by two of N. Möller, T. Granlund, Improved division by invariant integers, 2011: it is right or one too large.
// The divisor, moved up until its highest bit is 1, and the dividend, moved as far, lie in scratch memory.
ir::Routine divide(const ir::Library& library) {
    Group group("pool_divide", Operation::div_floor, 1, library);
    ir::RoutineBuilder& builder = group.builder;
    const Magnitude a = group.operand("a", 0), b = group.operand("b", 1);
    const Parts parts(group, a, b);
    Scratch scratch(group);
    const Place a_words = group.word("a_words", words_of(a.bits)), n = group.word("n", words_of(b.bits));
    const Place s = group.word("s", (Scalar(n) << 5) - b.bits);
    const Place length =
        group.word("dividend_words", select(n, select(less(a_words, n), n, a_words) + (1 + unit_words), 0));
    const auto dividend = [&](const Scalar& i) { return scratch[i]; };
    const auto divisor = [&](const Scalar& i) { return scratch[Scalar(length) + i]; };

    Shifted of_a(group, "a", s), of_b(group, "b", s);
    const Place word = group.word("source_word");
    builder.loop(ir::below("i", 0, length), {}, [&](Place i) {
        builder.assign(word, 0);
        builder.when(less(i, a_words), [&] { builder.assign(word, group.word_of(a, i)); });
        builder.assign(dividend(i), of_a.next(word));
    });
    // blocks of the divisor, with zeros on top, reach over one word more
    const Place blocks = group.word("blocks", select(n, (Scalar(n) >> 3) + 1, 0)),
                padded = group.word("padded", Scalar(blocks) * unit_words);
    builder.loop(ir::below("j", 0, padded), {}, [&](Place j) {
        builder.assign(word, 0);
        builder.when(less(j, n), [&] { builder.assign(word, group.word_of(b, j)); });
        builder.assign(divisor(j), of_b.next(word));
    });
    const Place quotient_words = group.word("quotient_words", Scalar(parts.quotient_units) * unit_words);
    builder.loop(ir::below("k", 0, quotient_words), {},
                 [&](Place k) { builder.assign(group.word_at(parts.quotient, k), 0); });

    const auto pair = [&](const char* name) {
        return builder.local(ir::number_named(name, group::two_words, 2));
    };
    const Place d = pair("d"), top = pair("top"), rest = pair("rest");
    const Place part = group.unit("part"), factor = group.unit("factor"), product = group.unit("product");
    const Place v = group.word("v"), q = group.word("q"), low = group.word("low");
    const Place has_two = group.word("has_two", less(1, n));
    const Place steps =
        group.word("steps", select(n, select(less(a_words, n), 0, Scalar(a_words) - n + 1), 0));
    builder.when(steps, [&] {
        builder.assign(d.limb(1), divisor(Scalar(n) - 1));
        builder.assign(d.limb(0), 0);
        builder.when(has_two, [&] { builder.assign(d.limb(0), divisor(Scalar(n) - 2)); });
        builder.call("top_reciprocal", {d}, {v});
    });
    builder.loop(ir::below("step", 0, steps), {}, [&](Place step) {
        const Place place = group.word("place", Scalar(steps) - 1 - Scalar(step)),
                    end = group.word("end", Scalar(place) + n);
        builder.assign(top.limb(1), dividend(end));
        builder.assign(top.limb(0), dividend(Scalar(end) - 1));
        builder.assign(low, 0);
        builder.when(has_two, [&] { builder.assign(low, dividend(Scalar(end) - 2)); });
        builder.call("top_quotient", {top, Scalar(low), d, Scalar(v)}, {rest, q});
        // where the two highest words are those of the divisor
        builder.when(equal(top.limb(1), d.limb(1)) & equal(top.limb(0), d.limb(0)),
                     [&] { builder.assign(q, UINT32_MAX); });
        const Place carry = group.word("carry", 0), borrow = group.word("borrow");
        // `compute` makes the new value of a block of the dividend from the old one and a block of the divisor.
        const auto for_blocks = [&](const std::string& suffix, const std::function<void()>& compute) {
            builder.loop(ir::below("x" + suffix, 0, blocks), {}, [&](Place x) {
                const Place from = group.word("from" + suffix, Scalar(x) * unit_words);
                for (int i = 0; i < unit_words; ++i) {
                    builder.assign(part.limb(i), dividend(Scalar(place) + from + i));
                    builder.assign(factor.limb(i), divisor(Scalar(from) + i));
                }
                compute();
                for (int i = 0; i < unit_words; ++i)
                    builder.assign(dividend(Scalar(place) + from + i), part.limb(i));
            });
        };
        for_blocks("", [&] {
            builder.call("block_multiple", {factor, Scalar(q), Scalar(carry)}, {product, carry});
            builder.call("block_difference", {part, product}, {part, borrow});
            // a word: if the product's carry were all ones, the block of the product would be 0
            builder.assign(carry, Scalar(carry) + borrow);
        });
        builder.when(carry, [&] {
            builder.assign(q, Scalar(q) - 1);
            const Place back = group.word("back", 0);
            for_blocks("_back", [&] {
                builder.call("block_plus", {part, factor, Scalar(back)}, {part, back});
            });
        });
        builder.when(less(place, quotient_words),
                     [&] { builder.assign(group.word_at(parts.quotient, place), q); });
    });

    // The remainder is at the lowest words, moved up.
    const Place remainder_words = group.word("remainder_words", Scalar(parts.remainder_units) * unit_words);
    builder.loop(ir::below("z", 0, remainder_words), {}, [&](Place z) {
        const Place value = group.word("value", 0), above = group.word("above", 0);
        builder.when(less(z, n), [&] {
            builder.assign(value, dividend(z));
            builder.assign(above, dividend(Scalar(z) + 1));
        });
        builder.assign(group.word_at(parts.remainder, z),
                       (Scalar(value) >> s) | ((Scalar(above) << 1) << (Scalar(word_bits - 1) - s)));
    });
    return group.finish();
}

// If the rest is not 0 and the signs differ, q = -(|q| + 1) and r = ±(|b| - |r|), which has the sign of b.
ir::Routine round(int lanes, const ir::Library& library) {
    Group group("pool_round", Operation::div_floor, lanes, library);
    ir::RoutineBuilder& builder = group.builder;
    const Magnitude a = group.operand("a", 0), b = group.operand("b", 1);
    const Place a_is_negative = group.is_negative("a", 0), b_is_negative = group.is_negative("b", 1);
    const Parts parts(group, a, b);
    const Magnitude quotient{parts.quotient, parts.quotient_units, {}},
        remainder{parts.remainder, parts.remainder_units, {}};
    const Place u = group.unit("u"), v = group.unit("v"), zero = group.unit("zero"), r = group.unit("r");
    builder.copy(zero, std::vector<uint32_t>(unit_words));
    const Place seen = group.word("seen", 0), generates = group.word("generates");
    group.for_units(
        parts.remainder_units,
        [&](const Place& at) {
            group.load(u, remainder, at);
            builder.assign(seen, Scalar(seen) | group.is_nonzero(u));
        },
        "_rest");
    const Place rest = group.ballot("rest", seen);
    const Place operation = group.word("operation", group.operation());
    const Place sign = group.word("sign", Scalar(a_is_negative) ^ b_is_negative),
                rounds =
                    group.word("rounds", equal(operation, Operation::div_floor) & sign & not_equal(rest, 0)),
                mask = group.word("mask", Scalar(0) - rounds), carry = group.word("carry", rounds);
    const auto in = [&] { return group.in_first_lane(carry); };
    group.note_lengths();
    group.for_units(parts.quotient_units, [&](const Place& at) {
        group.load(u, quotient, at);
        builder.call("block_plus", {u, zero, in()}, {r, generates});
        group.resolve(r, generates, carry);
        group.store(parts.quotient, parts.quotient_units, at, r);
    });
    const Place is_inexact =
        group.word("is_inexact", equal(operation, Operation::div_exact) & not_equal(rest, 0));
    group.conclude(0, parts.quotient, sign, is_inexact, Failure::not_integer);
    group.forget_lengths();
    builder.assign(carry, rounds);
    group.for_units(
        parts.remainder_units,
        [&](const Place& at) {
            group.load(u, remainder, at), group.load(v, b, at);
            builder.loop(ntt::whole("i", unit_words), {}, [&](Place i) {
                builder.assign(u.limb(i), Scalar(u.limb(i)) ^ mask);
                builder.assign(v.limb(i), Scalar(v.limb(i)) & mask);
            });
            builder.call("block_plus", {u, v, in()}, {r, generates});
            group.resolve(r, generates, carry);
            group.store(parts.remainder, parts.remainder_units, at, r);
        },
        "_remainder");
    builder.when(not_equal(operation, Operation::div_exact), [&] {
        group.conclude(1, parts.remainder,
                       select(equal(operation, Operation::div_floor), b_is_negative, a_is_negative));
    });
    return group.finish();
}

}  // namespace limbsmith::algorithm::pool
