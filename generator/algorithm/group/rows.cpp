#include "algorithm/group/rows.hpp"

#include "algorithm/limb.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

const Operand nothing(0u);

// `top` is a sum of carries: at most 2 in a row, and 2 more after the second. At rest it may be any word.
constexpr uint64_t after_one = 3, after_two = 5;

ExprPtr weight(int words) {
    return ir::pow2(static_cast<uint64_t>(limb_bits) * static_cast<uint64_t>(words));
}
ir::Bound any_words(std::string name, int words) { return {std::move(name), weight(words)}; }
ir::Bound carries(std::string name, uint64_t below) { return {std::move(name), ir::integer(below)}; }

ExprPtr at_rest_value(int words, const ExprPtr& x, const ExprPtr& z, const ExprPtr& top) {
    return x + z + weight(words) * top;
}
ExprPtr within_value(int words, const ExprPtr& x, const ExprPtr& z, const ExprPtr& top) {
    return x + weight(1) * z + weight(words + 1) * top;
}

// The window by the places of its words: products of even words are added to even[j], even[j+1], which are the
// places j, j+1, those of odd words to odd[j-1], odd[j]. Both have their carry in `top`, at place L+1.
struct Chains {
    Builder& builder;
    int L;
    Words even, odd;
    Operand top = nothing;

    bool is_even() const { return L % 2 == 0; }

    // x and z as they are within a row. The word at place L is the last of z.
    Words x() const { return {even.begin(), even.begin() + L}; }
    Words z() const {
        Words z = odd;
        if (!is_even()) z.push_back(even.back());
        return z;
    }
    static Chains within_row(Builder& builder, int L, const Words& x, const Words& z, Operand top) {
        Chains window{builder, L, x, z, top};
        if (!window.is_even()) {
            window.even.push_back(z.back());
            window.odd.pop_back();
        }
        return window;
    }
    // `in` and `top` are the pair of words from place L-1. The first word of z is left to the caller.
    static Chains resting(Builder& builder, int L, Words x, Words z, Operand in, Operand top) {
        Words& last = L % 2 == 0 ? z : x;
        last.back() = in;
        last.push_back(top);
        z.erase(z.begin());
        return {builder, L, std::move(x), std::move(z)};
    }

    // The lowest word leaves the window. Odd places are even then.
    Operand low() const { return even[0]; }
    Words next_x() const { return with_place_for_in(odd, !is_even()); }
    Words next_z() const { return with_place_for_in({even.begin() + 1, even.end()}, is_even()); }
    static Words with_place_for_in(Words words, bool has_it) {
        if (has_it) words.push_back(nothing);
        return words;
    }

    // Adds the flag that comes out at place L, to the word there and further up.
    void add_at_last(Chain& chain) {
        Operand& last = is_even() ? odd.back() : even.back();
        last = chain.add(last, nothing);
        add_to_top(chain);
    }
    void add_to_top(Chain& chain) { top = chain.add(top, nothing); }

    // The chain may have a flag for the first pair.
    void add_products(Chain& chain, Words& sum, const Words& a, Operand y, int parity) {
        for (int j = parity; j < L; j += 2) {
            Operand &low = sum[static_cast<size_t>(j - parity)],
                    &high = sum[static_cast<size_t>(j - parity + 1)];
            low = chain.emit(Opcode::mad_lo, a[static_cast<size_t>(j)], y, low);
            high = chain.emit(Opcode::mad_hi, a[static_cast<size_t>(j)], y, high);
        }
        // the pairs of the parity of L - 1 end above the place L
        (L - 1 - parity) % 2 == 0 ? add_to_top(chain) : add_at_last(chain);
    }
    // `folded` has the flag of a sum at place 0.
    void add_row(const Words& a, Operand y0, Operand y1, Chain folded) {
        if (L > 1) {
            add_products(folded, odd, a, y1, 1);
        } else if (folded.pending()) {
            add_at_last(folded);
        }
        Chain chain(builder);
        add_products(chain, even, a, y0, 0);
    }
};

// Inputs: a factor and its multiplier.
struct Row {
    Words a;
    Operand y0, y1;

    Row(Builder& builder, const char* name, int words)
        : a(builder.input(name, repr::num, words)),
          y0(builder.input("y0", repr::word, 1)[0]),
          y1(builder.input("y1", repr::word, 1)[0]) {}
};
ir::Given same_multiplier() { return {"y1", var("y0"), "y1 = y0"}; }

// Inputs: a window at rest, and its value.
struct Resting {
    Words x, z;
    Operand in, top;

    Resting(Builder& builder, int words)
        : x(builder.input("x", repr::num, words)),
          z(builder.input("z", repr::num, words)),
          in(builder.input("in", repr::word, 1)[0]),
          top(builder.input("top", repr::word, 1)[0]) {}
};
ExprPtr resting_value(int words) {
    return at_rest_value(words, var("x"), var("z"), var("top")) + weight(words - 1) * var("in");
}
// One of x and z has a word less: the place of `in`.
std::vector<ir::Bound> resting_bounds(int words, const char* x, const char* z) {
    const bool is_even = words % 2 == 0;
    return {any_words(x, is_even ? words : words - 1), any_words(z, is_even ? words - 1 : words)};
}

// The window after a row, from one at rest.
Chains after(Builder& builder, int words, const Row& row, const Resting& now) {
    Chains window = Chains::resting(builder, words, now.x, now.z, now.in, now.top);
    Chain fold(builder);
    window.even[0] = fold.add(window.even[0], now.z[0]);
    window.add_row(row.a, row.y0, row.y1, fold);
    return window;
}

// Outputs: the window one word further up, and the word that left it.
void output_next(Builder& builder, const Chains& window) {
    builder.output("low", repr::word, {window.low()});
    builder.output("x_next", repr::num, window.next_x());
    builder.output("z_next", repr::num, window.next_z());
    builder.output("top_next", repr::word, {window.top});
}
ExprPtr next_value(int words) {
    return var("low") + weight(1) * at_rest_value(words, var("x_next"), var("z_next"), var("top_next"));
}
std::vector<ir::Bound> next_bounds(int words, uint64_t top) {
    std::vector<ir::Bound> bounds = resting_bounds(words, "x_next", "z_next");
    bounds.insert(bounds.begin(), any_word("low"));
    bounds.push_back(carries("top_next", top));
    return bounds;
}

// The preconditions of a row at rest.
std::vector<ir::Bound> row_bounds(int words) {
    std::vector<ir::Bound> bounds{any_words("a", words), any_word("y0"), any_word("y1")};
    for (const ir::Bound& it : resting_bounds(words, "x", "z")) bounds.push_back(it);
    bounds.push_back(any_word("in"));
    bounds.push_back(any_word("top"));
    return bounds;
}

}  // namespace

ir::Program add_row(int words) {
    Builder builder("add_row");
    const Row row(builder, "a", words);
    const Resting now(builder, words);
    const Chains window = after(builder, words, row, now);
    builder.output("x_next", repr::num, window.x());
    builder.output("z_next", repr::num, window.z());
    builder.output("top_next", repr::word, {window.top});
    return std::move(builder).finish(
        {row_bounds(words),
         within_value(words, var("x_next"), var("z_next"), var("top_next")),
         resting_value(words) + var("a") * var("y0"),
         {any_words("x_next", words), any_words("z_next", words), carries("top_next", after_one)},
         {same_multiplier()}});
}

ir::Program step_row(int words) {
    Builder builder("step_row");
    const Row row(builder, "a", words);
    const Resting now(builder, words);
    output_next(builder, after(builder, words, row, now));
    return std::move(builder).finish({row_bounds(words),
                                      next_value(words),
                                      resting_value(words) + var("a") * var("y0"),
                                      next_bounds(words, after_one),
                                      {same_multiplier()}});
}

ir::Program reduce_row(int words) {
    Builder builder("reduce_row");
    const Words x = builder.input("x", repr::num, words), z = builder.input("z", repr::num, words);
    const Operand top = builder.input("top", repr::word, 1)[0];
    const Row row(builder, "m", words);
    Chains window = Chains::within_row(builder, words, x, z, top);
    window.add_row(row.a, row.y0, row.y1, Chain(builder));
    output_next(builder, window);
    return std::move(builder).finish(
        {{any_words("x", words), any_words("z", words), carries("top", after_one), any_words("m", words),
          any_word("y0"), any_word("y1")},
         next_value(words),
         within_value(words, var("x"), var("z"), var("top")) + var("m") * var("y0"),
         next_bounds(words, after_two),
         {same_multiplier()}});
}

ir::Program window_sum(int words) {
    Builder builder("window_sum");
    const auto [x, z, in, top] = Resting(builder, words);
    Chain chain(builder);
    Words r;
    const bool is_even = words % 2 == 0;
    for (size_t j = 0; j < x.size(); ++j) {
        const bool is_last = j + 1 == x.size();
        r.push_back(chain.add(is_last && !is_even ? in : x[j], is_last && is_even ? in : z[j]));
    }
    builder.output("r", repr::num, r);
    builder.output("over", repr::word, {chain.add(top, nothing)});
    std::vector<ir::Bound> bounds = resting_bounds(words, "x", "z");
    bounds.push_back(any_word("in"));
    bounds.push_back(carries("top", after_two));
    return std::move(builder).finish({bounds,
                                      var("r") + weight(words) * var("over"),
                                      resting_value(words),
                                      {any_words("r", words), carries("over", after_two + 1)}});
}

}  // namespace limbsmith::algorithm::group
