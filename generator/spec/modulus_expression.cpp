#include "spec/modulus_expression.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string>

#include "spec/caret.hpp"
#include "spec/error.hpp"
#include "spec/named_moduli.hpp"
#include "spec/width.hpp"

namespace limbsmith {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)); }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_hex_digit(char c) { return std::isxdigit(static_cast<unsigned char>(c)); }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)); }
bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; }

size_t bit_length(const mpz_class& x) { return x == 0 ? 0 : mpz_sizeinbase(x.get_mpz_t(), 2); }

// A recursive descent parser with one member function for each rule of the grammar. Between tokens, pos_ is
// never at white space.
class Parser {
  public:
    Parser(std::string_view text, std::string_view what, int most_bits)
        : text_(text), what_(what), most_bits_(static_cast<size_t>(most_bits)) {
        skip_space();
    }

    mpz_class whole() {
        if (at_end()) fail(pos_, "the expression is empty");
        mpz_class value = sum();
        if (peek() == ')') fail(pos_, "')' without a '('");
        if (!at_end()) expected("an operator");
        return value;
    }

  private:
    mpz_class sum() {
        mpz_class value = product();
        for (;;) {
            const size_t at = pos_;
            if (take("+")) {
                value += product();
            } else if (take("-")) {
                value -= product();
            } else {
                return value;
            }
            check_size(value, at);
        }
    }

    mpz_class product() {
        mpz_class value = signed_power();
        for (;;) {
            const size_t at = pos_;
            if (take("*")) {
                value *= signed_power();
                check_size(value, at);
            } else if (take("/")) {
                const mpz_class divisor = signed_power();
                if (divisor == 0) fail(at, "division by zero");
                if (!mpz_divisible_p(value.get_mpz_t(), divisor.get_mpz_t()))
                    fail(at, "the division is not exact");
                value /= divisor;
            } else {
                return value;
            }
        }
    }

    mpz_class signed_power() {
        if (depth_ == max_expression_depth) {
            throw unsupported(shown(pos_, fmt::format("nested more than {} deep", max_expression_depth)));
        }
        ++depth_;
        mpz_class value = take("-") ? mpz_class(-signed_power()) : power();
        --depth_;
        return value;
    }

    mpz_class power() {
        const mpz_class base = atom();
        const size_t at = pos_;
        if (!take("^") && !take("**")) return base;
        const size_t exponent_at = pos_;
        const mpz_class exponent = signed_power();
        if (exponent < 0) fail(exponent_at, "the exponent is negative");
        if (exponent > most_bits_) too_large(exponent_at, fmt::format("the exponent is over {}", most_bits_));
        // |base|^e has more than (bits - 1)·e bits; a value that passes this test has at most twice the limit
        // and can be computed
        const unsigned long e = exponent.get_ui();
        if (base != 0 && (bit_length(base) - 1) * e >= 2 * most_bits_) too_long(at);
        mpz_class value;
        mpz_pow_ui(value.get_mpz_t(), base.get_mpz_t(), e);
        check_size(value, at);
        return value;
    }

    mpz_class atom() {
        const size_t at = pos_;
        if (take("(")) {
            mpz_class value = sum();
            if (at_end()) fail(at, "'(' is never closed");
            if (!take(")")) expected("an operator or ')'");
            return value;
        }
        if (peek() == '@') return named();
        if (is_digit(peek())) return number();
        expected("a number");
    }

    mpz_class number() {
        const size_t at = pos_;
        const bool hex = peek() == '0' && pos_ + 1 < text_.size() && (text_[pos_ + 1] | 0x20) == 'x';
        if (hex) pos_ += 2;
        const std::string digits(hex ? take_while(is_hex_digit) : take_while(is_digit));
        if (digits.empty()) fail(pos_, "expected hexadecimal digits after '0x'");
        skip_space();
        mpz_class value(digits, hex ? 16 : 10);
        check_size(value, at);
        return value;
    }

    mpz_class named() {
        const size_t at = pos_++;
        const std::string_view name = take_while(is_name_part);
        if (name.empty()) fail(pos_, "expected a name after '@'");
        const NamedModulus* found = find_named_modulus(name);
        if (!found) {
            const std::string near = nearest_named_moduli(name);
            fail(at, fmt::format("no modulus is called '{}'{} (`limbsmith list` names them all)", name,
                                 near.empty() ? "" : "; the nearest are " + near));
        }
        skip_space();
        return Parser(found->expression, what_, static_cast<int>(most_bits_)).whole();
    }

    bool at_end() const { return pos_ == text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[pos_]; }

    void skip_space() { take_while(is_space); }
    bool take(std::string_view token) {
        if (!text_.substr(pos_).starts_with(token)) return false;
        pos_ += token.size();
        skip_space();
        return true;
    }
    std::string_view take_while(bool (*accepts)(char)) {
        const size_t begin = pos_;
        while (!at_end() && accepts(text_[pos_])) ++pos_;
        return text_.substr(begin, pos_ - begin);
    }

    void check_size(const mpz_class& value, size_t at) const {
        if (bit_length(value) > 2 * most_bits_) too_long(at);
    }
    [[noreturn]] void too_long(size_t at) const {
        too_large(at, fmt::format("the number has more than {} bits", 2 * most_bits_));
    }
    [[noreturn]] void too_large(size_t at, const std::string& message) const {
        throw unsupported(
            shown(at, fmt::format("{}; values of up to {} bits are supported", message, most_bits_)));
    }
    [[noreturn]] void expected(std::string_view what) const {
        const bool word = is_letter(peek());
        fail(pos_, fmt::format("expected {}{}", what,
                               word ? "; a name begins with '@', hexadecimal with '0x'" : ""));
    }
    [[noreturn]] void fail(size_t at, std::string_view message) const {
        throw usage_error(shown(at, message));
    }
    std::string shown(size_t at, std::string_view message) const {
        return with_caret(what_, text_, at, message);
    }

    std::string_view text_, what_;
    size_t most_bits_;
    size_t pos_ = 0;
    int depth_ = 0;
};

}  // namespace

mpz_class parse_modulus_expression(std::string_view text, std::string_view what, int most_bits) {
    return Parser(text, what, most_bits).whole();
}

}  // namespace limbsmith
