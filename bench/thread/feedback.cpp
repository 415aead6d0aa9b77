#include "feedback.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "eval/contract_value.hpp"
#include "spec/representations.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t top_flip = 0xa5a5a5a5u;

// Whether the contract requires a number below 2^bits although the limbs could hold more.
bool is_below_width(const HeaderFunction& function, const std::string& input) {
    const auto& bounds = function.meaning.contract.requires_;
    const auto bound = std::ranges::find(bounds, input, &ir::Bound::name);
    return bound != bounds.end() && bound->below->kind == ir::Expr::Kind::pow2 &&
           bound->below->number == static_cast<uint64_t>(function.width.bits);
}

std::string loop(int count, const std::string& body) {
    return fmt::format("_Pragma(\"unroll\") for (int i = 0; i < {}; ++i) {{ {} }}\n", count, body);
}

}  // namespace

Feedback::Feedback(const HeaderFunction& function) {
    const auto& inputs = function.meaning.inputs;
    const ir::Output& result = function.meaning.outputs[0];
    result_words_ = static_cast<int>(result.words.size());
    int begin = 0;
    bool has_a = false;
    for (const ir::Input& input : inputs) {
        const int words = static_cast<int>(input.words.size());
        if (!has_a && !input.representation.is_word()) {
            has_a = true, a_ = begin, words_ = words;
            if (is_below_width(function, input.name)) mask_ = function.width.limb_max(words - 1);
        } else if (has_a && words == words_ && b_ < 0 && input.name == "b") {
            b_ = begin;
        } else if (has_a && b_ >= 0 && function.name.starts_with("mul_")) {
            copies_.push_back(begin);
        }
        begin += words;
    }
    is_many_products_ = function.cost && function.cost->time() > 5.0 * words_ * words_;
    kind_ = result.representation == repr::wide && inputs[0].representation == repr::num ? Kind::product
            : result_words_ != words_ || !has_a                                          ? Kind::mix
            : b_ >= 0                                                                    ? Kind::exchange
                                                                                         : Kind::replace;
}

// Measured on an H200: two calls are faster for products and squares of up to 8 limbs and modular products of
// up to 16; one call is faster for longer ones, and for operations of many products, such as an inverse.
int Feedback::calls_a_turn() const {
    const int longest = kind_ == Kind::exchange ? 16 : 8;
    return kind_ != Kind::mix && words_ <= longest && !is_many_products_ ? 2 : 1;
}

std::string Feedback::before() const {
    std::string text;
    for (int copy : copies_) text += loop(words_, fmt::format("x[{} + i] = x[{} + i];", copy, b_));
    return text;
}

std::string Feedback::after() const {
    const std::string masked =
        mask_ == UINT32_MAX ? "" : fmt::format("x[{}] &= {:#x}u;\n", a_ + words_ - 1, mask_);
    switch (kind_) {
        case Kind::product: {
            // a square goes into its only operand whole
            if (b_ < 0) {
                return loop(words_,
                            fmt::format("x[{} + i] = r[i] ^ r[{} + i];", a_, result_words_ - words_)) +
                       fmt::format("x[{}] |= 1;\n", a_) + masked;
            }
            std::string text = loop(words_, fmt::format("x[{} + i] = r[i];", a_));
            text += fmt::format("x[{}] |= 1;\n", a_) + masked;
            text += loop(words_, fmt::format("x[{} + i] = r[{} + i];", b_, result_words_ - words_));
            const int top = b_ + words_ - 1;
            return text +
                   fmt::format("x[{}] = (x[{}] & {:#x}u) ^ {:#x}u;\n", top, top, mask_, top_flip & mask_);
        }
        case Kind::exchange:
            return loop(words_, fmt::format("x[{} + i] = x[{} + i]; x[{} + i] = r[i];", b_, a_, a_)) + masked;
        case Kind::replace: return loop(words_, fmt::format("x[{} + i] = r[i];", a_)) + masked;
        case Kind::mix: break;
    }
    return loop(result_words_, fmt::format("x[{}] ^= r[i];", a_));
}

void Feedback::prepare(std::vector<uint32_t>& x) const {
    for (int copy : copies_) std::copy_n(x.begin() + b_, words_, x.begin() + copy);
}

void Feedback::apply(std::vector<uint32_t>& x, const std::vector<uint32_t>& r) const {
    const auto a = x.begin() + a_, b = x.begin() + std::max(b_, 0);
    switch (kind_) {
        case Kind::product:
            std::copy_n(r.begin(), words_, a);
            if (b_ < 0) {
                for (int i = 0; i < words_; ++i) a[i] ^= r[result_words_ - words_ + i];
            }
            a[0] |= 1;
            if (b_ >= 0) {
                std::copy_n(r.begin() + (result_words_ - words_), words_, b);
                b[words_ - 1] = (b[words_ - 1] & mask_) ^ (top_flip & mask_);
            }
            break;
        case Kind::exchange: std::copy_n(a, words_, b); [[fallthrough]];
        case Kind::replace: std::copy_n(r.begin(), words_, a); break;
        case Kind::mix:
            for (int i = 0; i < result_words_; ++i) a[0] ^= r[i];
            return;
    }
    a[words_ - 1] &= mask_;
}

}  // namespace limbsmith::bench
