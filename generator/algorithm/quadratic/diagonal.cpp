#include "algorithm/quadratic/diagonal.hpp"

#include "algorithm/ntt/passes.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::quadratic {

using ir::Place, ir::Scalar;

Diagonal::Diagonal(ir::RoutineBuilder& builder, int block_limbs) : builder_(builder), L_(block_limbs) {
    const auto number = [&](const char* name, const ir::Representation& type, int words) {
        return builder.local(ir::number_named(name, type, words));
    };
    even_ = number("even", repr::even_chain, 2 * L_), odd_ = number("odd", repr::odd_chain, 2 * L_ - 2);
    even_pairs_ = number("even_kept", repr::even_pairs, 2 * L_);
    odd_pairs_ = number("odd_kept", repr::odd_pairs, 2 * L_ - 2);
    squares_ = number("squares", repr::even_chain, 2 * L_);
    squares_pairs_ = number("squares_kept", repr::even_pairs, 2 * L_);
    squares_top_ = builder.local(ir::word_named("squares_top"));
    for (int i = 0; i <= L_; ++i) waiting_.push_back(builder.local(ir::word_named("c" + std::to_string(i))));
}

void Diagonal::begin(const Place& number) {
    builder_.copy(even_pairs_, number);
    clear_rest();
}

void Diagonal::clear_rest() {
    builder_.copy(odd_pairs_, std::vector<uint32_t>(static_cast<size_t>(2 * L_ - 2)));
    for (const Place& c : waiting_) builder_.assign(c, 0);
}

void Diagonal::set(const Scalar& word) {
    builder_.copy(even_, std::vector<uint32_t>(static_cast<size_t>(2 * L_)));
    if (!word.is_constant() || word.number()) builder_.assign(even_.limb(0), word);
    builder_.copy(even_pairs_, even_);
}

void Diagonal::add(const Place& block) {
    builder_.call("block_add", {even(), block, Scalar(waiting_.front())}, {even_, waiting_.front()});
    builder_.copy(even_pairs_, even_);
}

void Diagonal::add_product(const Place& a, const Place& b) {
    std::vector<Place> results{even_, odd_};
    results.insert(results.end(), waiting_.begin(), waiting_.end());
    words();
    builder_.call("block_product", with_waiting({a, b, even_, odd_}), results);
    builder_.copy(even_pairs_, even_);
    builder_.copy(odd_pairs_, odd_);
}

void Diagonal::add_signed_product(const Place& a, const Place& u, const Place& b, const Place& v) {
    const Place& top = waiting_.back();
    add_product(a, b);
    builder_.loop(ntt::whole("j", L_), {}, [&](Place j) {
        for (const auto& [block, borrow] : {std::pair{a, v}, {b, u}})
            builder_.assign(block.limb(j), (Scalar(block.limb(j)) ^ UINT32_MAX) & (0 - Scalar(borrow)));
    });
    builder_.call("block_add_high", {even(), a, b, Scalar(top)}, {even_, top});
    builder_.copy(even_pairs_, even_);
    add_carry(Scalar(u) + v);
    add_top(0 - (Scalar(u) | v));
}

void Diagonal::begin_squares(const Place& number, const Scalar& top) {
    set(0);
    clear_rest();
    builder_.copy(squares_pairs_, number);
    builder_.assign(squares_top_, top);
}

void Diagonal::add_square(const Place& a) {
    std::vector<Place> results{even_, odd_};
    results.insert(results.end(), waiting_.begin(), waiting_.end());
    results.push_back(squares_);
    results.push_back(squares_top_);
    words();
    builder_.copy(squares_, squares_pairs_);
    builder_.call("block_square", with_waiting({a, squares_, Scalar(squares_top_), even_, odd_}), results);
    builder_.copy(even_pairs_, even_);
    builder_.copy(odd_pairs_, odd_);
    builder_.copy(squares_pairs_, squares_);
}

void Diagonal::take_squares(const Place& number, const Place& top) {
    words();
    builder_.copy(squares_, squares_pairs_);
    builder_.call("block_square_total", with_waiting({squares_, Scalar(squares_top_), even_, odd_}),
                  {number, top});
}

void Diagonal::subtract(const Place& number) {
    const Place& top = waiting_.back();
    builder_.call("block_subtract", {even(), number, Scalar(top)}, {even_, top});
    builder_.copy(even_pairs_, even_);
}

void Diagonal::take_low(const Place& low) {
    words();
    builder_.call("block_sum", with_waiting({even_, odd_}), {low, even_});
    builder_.copy(even_pairs_, even_);
}

void Diagonal::take_all(const Place& number, const Place& top) {
    words();
    builder_.call("block_total", with_waiting({even_, odd_}), {number, top});
}

const Place& Diagonal::even() {
    builder_.copy(even_, even_pairs_);
    return even_;
}

void Diagonal::add_to(const Place& word, const Scalar& carry) { builder_.assign(word, Scalar(word) + carry); }

void Diagonal::words() {
    builder_.copy(even_, even_pairs_);
    builder_.copy(odd_, odd_pairs_);
}

std::vector<ir::Call::Argument> Diagonal::with_waiting(std::vector<ir::Call::Argument> arguments) const {
    for (const Place& c : waiting_) arguments.emplace_back(Scalar(c));
    return arguments;
}

}  // namespace limbsmith::algorithm::quadratic
