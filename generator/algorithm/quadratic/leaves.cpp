#include "algorithm/quadratic/leaves.hpp"

#include "algorithm/product.hpp"
#include "algorithm/range.hpp"
#include "algorithm/row_accumulator.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::quadratic {
namespace {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

constexpr uint64_t most_carries = uint64_t{1} << 31;  // in a word, before a product

ExprPtr weight(int words) {
    return ir::pow2(static_cast<uint64_t>(limb_bits) * static_cast<uint64_t>(words));
}
ir::Bound any_words(std::string name, int words) { return {std::move(name), weight(words)}; }
std::string carry_name(int i, const char* suffix = "") { return "c" + std::to_string(i) + suffix; }

struct Window {
    int L;
    Words even, odd, carries{};

    Window(Builder& builder, int L, std::vector<ir::Bound>& bounds)
        : L(L),
          even(builder.input("even", repr::even_chain, 2 * L)),
          odd(builder.input("odd", repr::odd_chain, 2 * L - 2)) {
        bounds.push_back(any_words("even", 2 * L));
        bounds.push_back(any_words("odd", 2 * L - 2));
        for (int i = 0; i <= L; ++i) {
            carries.push_back(builder.input(carry_name(i), repr::word, 1)[0]);
            bounds.push_back({carry_name(i), ir::integer(most_carries)});
        }
    }
    // The word at a place of the chain to which products of this place are added.
    Operand& at(int place, int parity) { return parity == 0 ? even[place] : odd[place - 1]; }
    static ExprPtr value(int L, const char* suffix = "") {
        ExprPtr sum = var(std::string("even") + suffix) + weight(1) * var(std::string("odd") + suffix);
        for (int i = 0; i <= L; ++i) sum = sum + weight(L + i) * var(carry_name(i, suffix));
        return sum;
    }
};

ir::Program block_product(int L) {
    Builder builder("block_product");
    const Words a = builder.input("a", repr::limb_block, L), b = builder.input("b", repr::limb_block, L);
    std::vector<ir::Bound> bounds{any_words("a", L), any_words("b", L)};
    Window window(builder, L, bounds);
    for (int k = 0; k < L; ++k) {
        for (const int first : {1, 0}) {
            const int parity = (k + first) % 2;
            Chain chain(builder);
            int place = k + first;
            for (int j = first; j < L; j += 2, place += 2) {
                Operand &low = window.at(place, parity), &high = window.at(place + 1, parity);
                low = chain.emit(Opcode::mad_lo, a[j], b[k], low);
                high = chain.emit(Opcode::mad_hi, a[j], b[k], high);
            }
            Operand& carry = window.carries[place - L];
            carry = chain.add(carry, Operand(0u));
        }
    }
    builder.output("even_next", repr::even_chain, window.even);
    builder.output("odd_next", repr::odd_chain, window.odd);
    std::vector<ir::Bound> ensures{any_words("even_next", 2 * L), any_words("odd_next", 2 * L - 2)};
    for (int i = 0; i <= L; ++i) {
        builder.output(carry_name(i, "_next"), repr::word, {window.carries[i]});
        ensures.push_back({carry_name(i, "_next"), ir::integer(most_carries + 2)});
    }
    return std::move(builder).finish(
        {bounds, Window::value(L, "_next"), Window::value(L) + var("a") * var("b"), ensures});
}

// Products of the same two words stand once in the window; squares are added to a number apart.
ir::Program block_square(int L) {
    Builder builder("block_square");
    const Words a = builder.input("a", repr::limb_block, L);
    Words squares = builder.input("squares", repr::even_chain, 2 * L);
    Operand top = builder.input("top", repr::word, 1)[0];
    std::vector<ir::Bound> bounds{
        any_words("a", L), any_words("squares", 2 * L), {"top", ir::integer(most_carries)}};
    Window window(builder, L, bounds);
    for (int k = 0; k + 1 < L; ++k) {
        for (const int first : {k + 1, k + 2}) {
            const int parity = (k + first) % 2;
            Chain chain(builder);
            int place = k + first;
            for (int j = first; j < L; j += 2, place += 2) {
                Operand &low = window.at(place, parity), &high = window.at(place + 1, parity);
                low = chain.emit(Opcode::mad_lo, a[j], a[k], low);
                high = chain.emit(Opcode::mad_hi, a[j], a[k], high);
            }
            if (place == k + first) continue;
            Operand& carry = window.carries[place - L];
            carry = chain.add(carry, Operand(0u));
        }
    }
    Chain chain(builder);
    for (int k = 0; k < L; ++k) {
        squares[2 * k] = chain.emit(Opcode::mad_lo, a[k], a[k], squares[2 * k]);
        squares[2 * k + 1] = chain.emit(Opcode::mad_hi, a[k], a[k], squares[2 * k + 1]);
    }
    top = chain.add(top, Operand(0u));
    builder.output("even_next", repr::even_chain, window.even);
    builder.output("odd_next", repr::odd_chain, window.odd);
    std::vector<ir::Bound> ensures{any_words("even_next", 2 * L), any_words("odd_next", 2 * L - 2)};
    for (int i = 0; i <= L; ++i) {
        builder.output(carry_name(i, "_next"), repr::word, {window.carries[i]});
        ensures.push_back({carry_name(i, "_next"), ir::integer(most_carries + 2)});
    }
    builder.output("squares_next", repr::even_chain, squares);
    builder.output("top_next", repr::word, {top});
    ensures.push_back(any_words("squares_next", 2 * L));
    ensures.push_back({"top_next", ir::integer(most_carries + 1)});
    const auto twice = [&](const char* suffix) {
        const auto named = [&](const char* name) { return var(std::string(name) + suffix); };
        return ir::integer(2) * Window::value(L, suffix) + named("squares") + weight(2 * L) * named("top");
    };
    return std::move(builder).finish({bounds, twice("_next"), twice("") + var("a") * var("a"), ensures});
}

ir::Program block_add(int L) {
    Builder builder("block_add");
    Words even = builder.input("even", repr::even_chain, 2 * L);
    const Words x = builder.input("x", repr::limb_block, L);
    const Operand carry = builder.input("c0", repr::word, 1)[0];
    Chain chain(builder);
    for (int i = 0; i < L; ++i) even[i] = chain.add(even[i], x[i]);
    const Operand next = chain.add(carry, Operand(0u));
    builder.output("even_next", repr::even_chain, even);
    builder.output("c0_next", repr::word, {next});
    return std::move(builder).finish(
        {{any_words("even", 2 * L), any_words("x", L), {"c0", ir::integer(most_carries)}},
         var("even_next") + weight(L) * var("c0_next"),
         var("even") + var("x") + weight(L) * var("c0"),
         {any_words("even_next", 2 * L), {"c0_next", ir::integer(most_carries + 1)}}});
}

// The words of a window with u and v, one more than it has.
Words words_of_window(Builder& builder, const Window& window) {
    const int L = window.L;
    Words words{window.even[0]};
    Chain chains(builder);
    for (int place = 1; place < 2 * L; ++place)
        words.push_back(
            chains.add(window.even[place], place < 2 * L - 1 ? window.odd[place - 1] : Operand(0u)));
    words.push_back(chains.add(window.carries[L], Operand(0u)));
    Chain carries(builder);
    for (int i = 0; i <= L; ++i)
        words[L + i] = carries.add(words[L + i], i < L ? window.carries[i] : Operand(0u));
    return words;
}

ir::Program block_total(int L) {
    Builder builder("block_total");
    std::vector<ir::Bound> bounds;
    const Window window(builder, L, bounds);
    const Words words = words_of_window(builder, window);
    builder.output("total", repr::even_chain, Words(words.begin(), words.end() - 1));
    builder.output("top", repr::word, {words.back()});
    return std::move(builder).finish({bounds,
                                      var("total") + weight(2 * L) * var("top"),
                                      Window::value(L),
                                      {any_words("total", 2 * L), any_words("top", 1)}});
}

ir::Program block_square_total(int L) {
    Builder builder("block_square_total");
    const Words squares = builder.input("squares", repr::even_chain, 2 * L);
    const Operand squares_top = builder.input("squares_top", repr::word, 1)[0];
    constexpr uint64_t most = most_carries / 4;
    std::vector<ir::Bound> bounds;
    const Window window(builder, L, bounds);
    for (ir::Bound& bound : bounds)
        if (bound.name.starts_with("c")) bound.below = ir::integer(most);
    bounds.push_back(any_words("squares", 2 * L));
    bounds.push_back({"squares_top", ir::integer(most)});
    Words words = words_of_window(builder, window);
    Words added = squares;
    added.push_back(squares_top);
    for (const bool is_twice : {true, false}) {
        Chain chain(builder);
        for (size_t i = 0; i < words.size(); ++i)
            words[i] = chain.add(words[i], is_twice ? words[i] : added[i]);
    }
    builder.output("total", repr::even_chain, Words(words.begin(), words.end() - 1));
    builder.output("top", repr::word, {words.back()});
    return std::move(builder).finish(
        {bounds,
         var("total") + weight(2 * L) * var("top"),
         ir::integer(2) * Window::value(L) + var("squares") + weight(2 * L) * var("squares_top"),
         {any_words("total", 2 * L), any_words("top", 1)}});
}

ir::Program block_subtract(int L) {
    Builder builder("block_subtract");
    Words even = builder.input("even", repr::even_chain, 2 * L);
    const Words x = builder.input("x", repr::even_chain, 2 * L);
    const Operand carry = builder.input("c", repr::word, 1)[0];
    Chain chain(builder);
    for (int i = 0; i < 2 * L; ++i) even[i] = chain.sub(even[i], x[i]);
    const Operand next = chain.sub(carry, Operand(0u));
    builder.output("even_next", repr::even_chain, even);
    builder.output("c_next", repr::word, {next});
    return std::move(builder).finish(
        {{any_words("even", 2 * L), any_words("x", 2 * L), {"c", ir::integer(most_carries), ir::integer(1)}},
         var("even_next") + weight(2 * L) * var("c_next") + var("x"),
         var("even") + weight(2 * L) * var("c"),
         {any_words("even_next", 2 * L), {"c_next", ir::integer(most_carries)}}});
}

ir::Program block_increment(int L) {
    Builder builder("block_increment");
    const Words x = builder.input("x", repr::limb_block, L);
    const Operand one = builder.input("one", repr::word, 1)[0];
    Words r;
    Chain chain(builder);
    for (int i = 0; i < L; ++i) r.push_back(chain.add(x[i], i == 0 ? one : Operand(0u)));
    chain.forget();
    builder.output("r", repr::limb_block, r);
    return std::move(builder).finish({{any_words("x", L), {"one", ir::integer(2)}},
                                      var("r"),
                                      (var("x") + var("one")) % weight(L),
                                      {any_words("r", L)}});
}

ir::Program block_sum(int L) {
    Builder builder("block_sum");
    std::vector<ir::Bound> bounds;
    const Window window(builder, L, bounds);
    const Words words = words_of_window(builder, window);
    builder.output("low", repr::limb_block, Words(words.begin(), words.begin() + L));
    Words next(words.begin() + L, words.end());
    next.resize(static_cast<size_t>(2 * L), Operand(0u));
    builder.output("next", repr::even_chain, next);
    return std::move(builder).finish({bounds,
                                      var("low") + weight(L) * var("next"),
                                      Window::value(L),
                                      {any_words("low", L), any_words("next", L + 1)}});
}

ir::Program block_add_high(int L) {
    Builder builder("block_add_high");
    Words even = builder.input("even", repr::even_chain, 2 * L);
    const Words x = builder.input("x", repr::limb_block, L), y = builder.input("y", repr::limb_block, L);
    Operand carry = builder.input("c", repr::word, 1)[0];
    for (const Words& block : {x, y}) {
        Chain chain(builder);
        for (int i = 0; i < L; ++i) even[L + i] = chain.add(even[L + i], block[i]);
        carry = chain.add(carry, Operand(0u));
    }
    builder.output("even_next", repr::even_chain, even);
    builder.output("c_next", repr::word, {carry});
    return std::move(builder).finish(
        {{any_words("even", 2 * L), any_words("x", L), any_words("y", L), {"c", ir::integer(most_carries)}},
         var("even_next") + weight(2 * L) * var("c_next"),
         var("even") + weight(L) * (var("x") + var("y")) + weight(2 * L) * var("c"),
         {any_words("even_next", 2 * L), {"c_next", ir::integer(most_carries + 2)}}});
}

ir::Program block_add_two(int L) {
    Builder builder("block_add_two");
    Words r = builder.input("r", repr::limb_block, L);
    const Words x = builder.input("x", repr::limb_block, L), y = builder.input("y", repr::limb_block, L);
    Words given = builder.input("carry", repr::word, 1);
    given.resize(static_cast<size_t>(L), Operand(0u));
    Operand carry(0u);
    for (const Words& block : {x, y, given}) {
        Chain chain(builder);
        for (int i = 0; i < L; ++i) r[i] = chain.add(r[i], block[i]);
        carry = chain.add(carry, Operand(0u));
    }
    builder.output("r_next", repr::limb_block, r);
    builder.output("carry_next", repr::word, {carry});
    return std::move(builder).finish(
        {{any_words("r", L), any_words("x", L), any_words("y", L), any_words("carry", 1)},
         var("r_next") + weight(L) * var("carry_next"),
         var("r") + var("x") + var("y") + var("carry"),
         {any_words("r_next", L), {"carry_next", ir::integer(4)}}});
}

ir::Program block_difference(int L) {
    Builder builder("block_difference");
    const Words x = builder.input("x", repr::limb_block, L), y = builder.input("y", repr::limb_block, L);
    Words d;
    Chain chain(builder);
    for (int i = 0; i < L; ++i) d.push_back(chain.sub(x[i], y[i]));
    const Operand mask = chain.sub(Operand(0u), Operand(0u));
    const Operand borrow = builder.emit(Opcode::bit_and, mask, Operand(1u));
    builder.output("d", repr::limb_block, d);
    builder.output("borrow", repr::word, {borrow});
    return std::move(builder).finish({{any_words("x", L), any_words("y", L)},
                                      var("d") + var("y"),
                                      var("x") + weight(L) * var("borrow"),
                                      {any_words("d", L), {"borrow", ir::integer(2)}}});
}

ir::Program block_low(int L) {
    Builder builder("block_low");
    const Width width{limb_bits * L};
    const Limbs a = bounded(builder.input("a", repr::limb_block, L), width),
                b = bounded(builder.input("b", repr::limb_block, L), width),
                r = bounded(builder.input("r", repr::limb_block, L), width);
    RowAccumulator sum(builder, L);
    sum.start_from(r, max_of(r));
    for (int k = 0; k < L; ++k)
        sum.add_row(a, b[static_cast<size_t>(k)], k, max_of(a) * b[static_cast<size_t>(k)].max);
    builder.output("r_next", repr::limb_block, words_of(sum.finish(0)));
    return std::move(builder).finish({{any_words("a", L), any_words("b", L), any_words("r", L)},
                                      var("r_next"),
                                      (var("r") + var("a") * var("b")) % weight(L),
                                      {any_words("r_next", L)}});
}

}  // namespace

std::vector<ir::Program> leaves(int limbs) {
    return {block_product(limbs), block_square(limbs),       block_add(limbs),       block_add_high(limbs),
            block_add_two(limbs), block_subtract(limbs),     block_increment(limbs), block_difference(limbs),
            block_total(limbs),   block_square_total(limbs), block_sum(limbs),       block_low(limbs)};
}

}  // namespace limbsmith::algorithm::quadratic
