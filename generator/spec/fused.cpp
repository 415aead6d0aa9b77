#include "spec/fused.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "spec/caret.hpp"
#include "spec/error.hpp"
#include "spec/reserved_names.hpp"

namespace limbsmith {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)); }
bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)); }
bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_hex_digit(char c) { return std::isxdigit(static_cast<unsigned char>(c)); }

// Names of generated code, which parameters would hide.
const std::set<std::string_view>& own_names() {
    static const std::set<std::string_view> names{
        "add",    "sub", "mul_lo", "expr",  "num",     "wide",    "bits",       "limbs",      "detail",
        "joined", "ops", "lane",   "lanes", "made",    "out",     "is_there",   "first",      "numbers",
        "thread", "k",   "m",      "r",     "samples", "Samples", "wide_limbs", "lane_limbs", "shared_bytes"};
    return names;
}

// The same modulo a number: functions, members of a modulus, and names that batches use for other types than residues.
const std::set<std::string_view>& names_of_residues() {
    static const std::set<std::string_view> names{
        "mul",     "sqr",   "one",  "zero", "n",  "n0inv",     "r2",     "inverse_start", "elem",    "plain",
        "modulus", "loose", "lazy", "N",    "in", "condition", "factor", "count",         "exponent"};
    return names;
}

// A recursive descent parser with one member function for each rule of the grammar.
class Parser {
  public:
    Parser(std::string_view text, Fused::Numbers numbers, std::string_view what)
        : text_(text), what_(what), numbers_(numbers) {
        collect_inputs();
        skip_space();
    }

    Fused whole() && {
        if (at_end()) fail(pos_, "the expression is empty");
        const Value value = sum();
        if (!at_end()) fail(pos_, after_value());
        if (value.is_constant())
            throw usage_error(
                named("the value is a constant; write an expression of names, such as a*b + a"));
        const int last = positive(value);
        if (made_.nodes[last].kind == Fused::Kind::input)
            throw usage_error(named("no operation; write one, such as a*b + a"));
        // the value may be an earlier node, as in a*b + (a*b - a*b): nothing is computed after it
        made_.nodes.resize(last + 1);
        std::ranges::copy_if(text_, std::back_inserter(made_.text), [](char c) { return !is_space(c); });
        return std::move(made_);
    }

  private:
    // A node or its negative, or a constant that has no node yet.
    struct Value {
        int node = -1;
        bool is_negative = false;
        mpz_class constant{};  // without a node
        bool is_constant() const { return node < 0; }
    };

    void collect_inputs() {
        std::set<std::string> names;
        for (size_t at = 0; at < text_.size();) {
            const size_t end = word_end(at);
            if (end != at && is_name_start(text_[at])) names.emplace(text_.substr(at, end - at));
            at = std::max(end, at + 1);
        }
        made_.inputs.assign(names.begin(), names.end());
        for (int i = 0; i < static_cast<int>(made_.inputs.size()); ++i) node({Fused::Kind::input, i});
    }
    // The end of the name or the number that begins here.
    size_t word_end(size_t at) const {
        while (at < text_.size() && is_in_name(text_[at])) ++at;
        return at;
    }

    Value sum() {
        Value value = product();
        for (;;) {
            const size_t at = pos_;
            if (take("+")) {
                value = added(value, product(), at);
            } else if (take("-")) {
                value = added(value, negated(product()), at);
            } else {
                return value;
            }
        }
    }

    Value product() {
        Value value = signed_power();
        for (size_t at = pos_; take("*"); at = pos_) value = multiplied(value, signed_power(), at);
        return value;
    }

    Value signed_power() {
        bool is_negative = false;
        while (take("-")) is_negative = !is_negative;
        const Value value = power();
        return is_negative ? negated(value) : value;
    }

    Value power() {
        const Value base = atom();
        const size_t at = pos_;
        if (!take("**") && !take("^")) return base;
        const size_t exponent_at = pos_;
        enter(at);
        const Value exponent = signed_power();
        --depth_;
        if (!exponent.is_constant()) fail(exponent_at, "the exponent is not a constant");
        if (exponent.constant < 0) fail(exponent_at, "the exponent is negative");
        if (exponent.constant > max_fused_size)
            throw unsupported(
                shown(exponent_at, fmt::format("exponents of up to {} are supported", max_fused_size)));
        return raised(base, exponent.constant.get_ui(), at);
    }

    Value atom() {
        const size_t at = pos_;
        if (take("(")) {
            enter(at);
            const Value value = sum();
            if (at_end()) fail(at, "'(' is never closed");
            if (!take(")")) fail(pos_, text_[pos_] == '/' ? after_value() : "expected an operator or ')'");
            --depth_;
            return value;
        }
        if (!at_end() && is_digit(text_[at])) return number();
        if (at_end() || !is_name_start(text_[at])) fail(at, "expected a name, such as a, a number or '('");
        const std::string name(text_.substr(at, word_end(at) - at));
        if (is_taken(name))
            fail(at, fmt::format("'{}' has a meaning in generated code; take another name", name));
        pos_ += name.size();
        skip_space();
        return {static_cast<int>(std::ranges::lower_bound(made_.inputs, name) - made_.inputs.begin())};
    }
    bool is_taken(const std::string& name) const {
        return own_names().contains(name) || name.starts_with("step") || name.starts_with("result") ||
               name.ends_with('_') || name.find("__") != std::string::npos || !owner_of(name).empty() ||
               (numbers_ == Fused::Numbers::residues && names_of_residues().contains(name));
    }

    Value number() {
        const size_t at = pos_;
        const std::string word(text_.substr(at, word_end(at) - at));
        const bool is_hex = word.starts_with("0x") || word.starts_with("0X");
        const std::string digits = word.substr(is_hex ? 2 : 0);
        const auto wrong = std::ranges::find_if_not(digits, is_hex ? is_hex_digit : is_digit);
        if (digits.empty()) fail(at, "expected hexadecimal digits after '0x'");
        if (wrong != digits.end())
            fail(at + word.size() - (digits.end() - wrong), "expected a digit or an operator");
        pos_ += word.size();
        skip_space();
        return constant(mpz_class(digits, is_hex ? 16 : 10), at);
    }

    Value constant(mpz_class x, size_t at) const {
        if (mpz_sizeinbase(x.get_mpz_t(), 2) > static_cast<size_t>(max_constant_bits))
            throw unsupported(
                shown(at, fmt::format("constants of up to {} bits are supported", max_constant_bits)));
        return {-1, false, std::move(x)};
    }
    static Value negated(Value x) {
        if (x.is_constant())
            x.constant = -x.constant;
        else
            x.is_negative = !x.is_negative;
        return x;
    }
    Value added(const Value& x, const Value& y, size_t at) {
        if (x.is_constant() && y.is_constant()) return constant(x.constant + y.constant, at);
        const auto [left, is_left_negative] = with_node(x);
        const auto [right, is_right_negative] = with_node(y);
        if (is_left_negative == is_right_negative)
            return {node({Fused::Kind::add, left, right}), is_left_negative};
        return {is_left_negative ? node({Fused::Kind::sub, right, left})
                                 : node({Fused::Kind::sub, left, right})};
    }
    Value multiplied(const Value& x, const Value& y, size_t at) {
        if (x.is_constant() && y.is_constant()) return constant(x.constant * y.constant, at);
        const auto [left, is_left_negative] = with_node(x);
        const auto [right, is_right_negative] = with_node(y);
        return {node({Fused::Kind::mul, left, right}), is_left_negative != is_right_negative};
    }
    Value raised(const Value& base, unsigned long exponent, size_t at) {
        if (exponent == 0) return constant(1, at);
        Value value = base;
        for (int bit = std::bit_width(exponent) - 2; bit >= 0; --bit) {
            value = multiplied(value, value, at);
            if (exponent >> bit & 1) value = multiplied(value, base, at);
        }
        return value;
    }

    // The node of a value or of its negative, and which of the two.
    std::pair<int, bool> with_node(const Value& x) {
        if (!x.is_constant()) return {x.node, x.is_negative};
        return {constant_node(abs(x.constant)), x.constant < 0};
    }
    int positive(const Value& x) {
        return x.is_negative ? node({Fused::Kind::sub, constant_node(0), x.node}) : x.node;
    }
    int constant_node(const mpz_class& x) {
        const auto found = std::ranges::find(made_.constants, x);
        const auto index = static_cast<int>(found - made_.constants.begin());
        if (found == made_.constants.end()) made_.constants.push_back(x);
        return node({Fused::Kind::constant, index});
    }

    // The node, or the same that is there.
    int node(const Fused::Node& it) {
        const auto [found, is_new] = places_.emplace(it, static_cast<int>(made_.nodes.size()));
        if (!is_new) return found->second;
        made_.nodes.push_back(it);
        sizes_.push_back(it.is_operation() ? sizes_[it.left] + sizes_[it.right] : 1);
        if (made_.nodes.size() > max_fused_operations + made_.inputs.size())
            throw unsupported(
                named(fmt::format("more than {} operations; split the expression", max_fused_operations)));
        if (sizes_.back() > max_fused_size)
            throw unsupported(
                named(fmt::format("more than {} names and numbers, powers written as products; "
                                  "split the expression",
                                  max_fused_size)));
        return found->second;
    }

    void enter(size_t at) {
        if (++depth_ > max_fused_depth)
            throw unsupported(shown(at, fmt::format("nested more than {} deep", max_fused_depth)));
    }
    bool at_end() const { return pos_ == text_.size(); }
    void skip_space() {
        while (!at_end() && is_space(text_[pos_])) ++pos_;
    }
    bool take(std::string_view token) {
        if (!text_.substr(pos_).starts_with(token)) return false;
        pos_ += token.size();
        skip_space();
        return true;
    }
    std::string_view after_value() const {
        switch (text_[pos_]) {
            case ')': return "')' without a '('";
            case '/': return "there is no division; the operators are + - * and ** or ^";
            default: return "expected an operator";
        }
    }
    std::string named(std::string_view message) const { return fmt::format("{}: {}", what_, message); }
    std::string shown(size_t at, std::string_view message) const {
        return with_caret(what_, text_, at, message);
    }
    [[noreturn]] void fail(size_t at, std::string_view message) const {
        throw usage_error(shown(at, message));
    }

    std::string_view text_, what_;
    Fused::Numbers numbers_;
    Fused made_;
    std::map<Fused::Node, int> places_;
    std::vector<int> sizes_;  // of the nodes: names and numbers, if nothing is shared
    size_t pos_ = 0;
    int depth_ = 0;
};

}  // namespace

Fused parse_fused(std::string_view text, Fused::Numbers numbers, std::string_view what) {
    return Parser(text, numbers, what).whole();
}

}  // namespace limbsmith
