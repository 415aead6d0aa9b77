// An integer expression as computations of a pool: each operator is recorded when its operands are.
//
//   sum     = product (('+' | '-') product)*
//   product = signed (('*' | '//' | '%') signed)*
//   signed  = ('-' | '+') signed | power
//   power   = atom ['**' signed]
//   atom    = NUMBER | '(' sum ')'
#include <cctype>
#include <string>
#include <vector>

#include "limbsmith/error.hpp"
#include "limbsmith/pool/pool.hpp"

namespace limbsmith::pool {
namespace {

constexpr int most_depth = 256;

class Expression {
  public:
    Expression(Pool& pool, std::string_view text) : pool_(pool), text_(text) {}
    ~Expression() {
        for (const Number it : made_) pool_.free(it);
    }
    Expression(const Expression&) = delete;
    Expression& operator=(const Expression&) = delete;

    Number value() {
        const Number all = sum();
        if (next_ != text_.size()) wrong("an operator or the end");
        std::erase_if(made_, [&](Number it) { return it.slot == all.slot; });
        return all;
    }

  private:
    Number sum() {
        Number left = product();
        for (;;) {
            if (takes("+"))
                left = kept(pool_.add(left, product()));
            else if (takes("-"))
                left = kept(pool_.sub(left, product()));
            else
                return left;
        }
    }

    Number product() {
        Number left = with_sign();
        for (;;) {
            if (takes("*"))
                left = kept(pool_.mul(left, with_sign()));
            else if (takes("//"))
                left = division(left).quotient;
            else if (takes("%"))
                left = division(left).remainder;
            else
                return left;
        }
    }

    Quotient division(Number left) {
        const Quotient both = pool_.div_floor(left, with_sign());
        return {kept(both.quotient), kept(both.remainder)};
    }

    Number with_sign() {
        if (++depth_ > most_depth) throw runtime::InputError("the expression is nested more than 256 deep");
        const Number value = takes("-") ? kept(pool_.neg(with_sign())) : takes("+") ? with_sign() : power();
        --depth_;
        return value;
    }

    Number power() {
        const Number base = atom();
        return takes("**") ? kept(pool_.pow(base, with_sign())) : base;
    }

    Number atom() {
        if (takes("(")) {
            const Number inner = sum();
            if (!takes(")")) wrong("a )");
            return inner;
        }
        const size_t first = next_;
        while (next_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[next_])) || text_[next_] == '_'))
            ++next_;
        if (next_ == first) wrong("a number");
        return kept(pool_.number(text_.substr(first, next_ - first)));
    }

    // `*` is not the first half of `**`.
    bool takes(std::string_view symbol) {
        while (next_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[next_]))) ++next_;
        const std::string_view rest = text_.substr(next_);
        if (!rest.starts_with(symbol) || (symbol == "*" && rest.starts_with("**"))) return false;
        next_ += symbol.size();
        return true;
    }

    Number kept(Number number) {
        made_.push_back(number);
        return number;
    }

    [[noreturn]] void wrong(const std::string& wanted) const {
        const std::string found =
            next_ < text_.size() ? "'" + std::string(text_.substr(next_, 20)) + "'" : "the end";
        throw runtime::InputError("the expression has " + found + " at byte " + std::to_string(next_) +
                                  ", where " + wanted + " should be");
    }

    Pool& pool_;
    std::string_view text_;
    size_t next_ = 0;
    int depth_ = 0;
    std::vector<Number> made_;  // freed at the end, but for the value: recorded computations still have them
};

}  // namespace

Number Pool::operator()(std::string_view expression) { return Expression(*this, expression).value(); }

}  // namespace limbsmith::pool
