#include "cli/pool/parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "pool/text.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"
#include "sum/decimal.hpp"

namespace limbsmith::cli {
namespace {

constexpr size_t deepest = 10'000;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) { return begins_pool_name(c) || is_digit(c); }

// A character for messages; a part of a longer one has no name.
std::string quoted(char c) {
    return c > ' ' && c < 127 ? fmt::format("'{}'", c) : std::string("a character that has no meaning here");
}

struct OperatorRow {
    std::string_view text;
    PoolOperator operation;
    int precedence;
};

// longer texts first
constexpr OperatorRow operator_rows[] = {
    {"**", PoolOperator::pow, 8}, {"//", PoolOperator::div_floor, 6}, {"<<", PoolOperator::shl, 4},
    {">>", PoolOperator::shr, 4}, {"+", PoolOperator::add, 5},        {"-", PoolOperator::sub, 5},
    {"*", PoolOperator::mul, 6},  {"/", PoolOperator::div, 6},        {"%", PoolOperator::mod, 6},
    {"&", PoolOperator::and_, 3}, {"^", PoolOperator::xor_, 2},       {"|", PoolOperator::or_, 1}};
constexpr int unary_precedence = 7;

// An item that waits until its operands are complete: an operator, an open parenthesis, or a call.
struct Waiting {
    enum Kind : uint8_t { operation, parenthesis, call } kind;
    PoolOperator operation_{};
    int precedence = 0;
    const PoolFunctionRow* function = nullptr;
    size_t at = 0, arguments = 1;
};

// The algorithm of two stacks (Dijkstra's shunting yard); the sink has the stack of values.
class PoolParser {
  public:
    PoolParser(std::string_view text, size_t begin, size_t values, PoolSink& sink)
        : text_(text), at_(begin), values_(values), sink_(sink) {}

    void read() {
        if (values_ > 1) require_function();
        do {
            read_operand();
        } while (read_operator());
    }

  private:
    void skip_spaces() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }
    char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void wait(const Waiting& it) {
        if (waiting_.size() == deepest)
            throw PoolMistake(
                at_,
                fmt::format("nested too deeply: more than {} parentheses and operators are open", deepest));
        waiting_.push_back(it);
    }

    // An operand with the operators that may stand before it.
    void read_operand() {
        while (true) {
            skip_spaces();
            const char c = here();
            if (c == '-' || c == '~') {
                const PoolOperator operation = c == '-' ? PoolOperator::neg : PoolOperator::not_;
                wait({Waiting::operation, operation, unary_precedence, nullptr, at_++});
            } else if (c == '+') {
                ++at_;
            } else if (c == '(') {
                wait({Waiting::parenthesis, {}, 0, nullptr, at_++});
            } else if (is_digit(c) || c == '.') {
                return read_number();
            } else if (begins_pool_name(c)) {
                if (read_name()) return;
            } else if (at_ == text_.size()) {
                throw PoolMistake(at_, "an operand is missing");
            } else {
                throw PoolMistake(at_, fmt::format("a number or a name is missing before {}", quoted(c)));
            }
        }
    }

    // A number reaches as far as its characters do; then it is one, or is refused whole.
    void read_number() {
        const size_t begin = at_;
        const auto is_base = [&](char small) {
            return here() == '0' && at_ + 1 < text_.size() && (text_[at_ + 1] | 0x20) == small;
        };
        const bool is_hex = is_base('x'), is_integer = is_hex || is_base('o') || is_base('b');
        const char exponent = is_hex ? 'p' : 'e';
        bool is_rational = false;
        for (; is_name_character(here()) || here() == '.'; ++at_) {
            const bool is_exponent = (is_hex || !is_integer) && (here() | 0x20) == exponent;
            is_rational |= is_exponent || here() == '.';
            if (is_exponent && at_ + 1 < text_.size() && (text_[at_ + 1] == '+' || text_[at_ + 1] == '-'))
                ++at_;
        }
        const std::string_view number = text_.substr(begin, at_ - begin);
        if (!(is_rational ? pool::parse_floating(number).has_value() : pool::is_integer(number)))
            throw PoolMistake(begin,
                              "not a number (decimal, 0x..., 0o..., 0b..., 1_000, 1.25, 1.25e3, 0x1.8p3)");
        sink_.number(number, is_rational);
    }

    // From the parenthesis behind float on: ("0.1") is the double that is nearest to 0.1, as a rational.
    void read_float() {
        ++at_;
        skip_spaces();
        const char quote = here();
        if (quote != '"' && quote != '\'')
            throw PoolMistake(at_, "float takes a number in quotes: float(\"0.1\")");
        const size_t begin = ++at_, end = text_.find(quote, begin);
        if (end == std::string_view::npos) throw PoolMistake(begin - 1, "the closing quote is missing");
        const sum::ParsedDecimal parsed = sum::parse_decimal(text_.substr(begin, end - begin));
        if (parsed.wrong) throw PoolMistake(begin + parsed.place, fmt::format("the text {}", parsed.wrong));
        if (!std::isfinite(parsed.number.nearest))
            throw PoolMistake(begin,
                              "the double nearest to this text is infinite or NaN, which is no rational");
        at_ = end + 1;
        skip_spaces();
        if (here() != ')') throw PoolMistake(at_, "the closing ')' of float is missing");
        ++at_;
        sink_.number(fmt::format("{:a}", parsed.number.nearest), true);
    }

    // Whether it was an operand; otherwise it was the beginning of a call.
    bool read_name() {
        const size_t begin = at_;
        at_ = end_of_pool_name(text_, at_);
        const std::string_view name = text_.substr(begin, at_ - begin);
        skip_spaces();
        if (here() != '(') {
            sink_.name(name, begin);
            return true;
        }
        if (name == "float") {
            read_float();
            return true;
        }
        const PoolFunctionRow* function = find_pool_function(name);
        if (function == nullptr) {
            std::vector<std::string> names = pool_function_names();
            names.emplace_back("float");
            const std::string shown = shown_pool_name(name);
            throw PoolMistake(begin, fmt::format("unknown function '{}'{} ({})", shown,
                                                 suggestion(shown, names), fmt::join(names, ", ")));
        }
        if (function->values > 1 && (values_ == 1 || !waiting_.empty()))
            throw PoolMistake(
                begin, fmt::format("{} has {} values; a line with as many names takes them: {} = {}(a, b)",
                                   name, function->values, function->values == 2 ? "q, r" : "g, x, y", name));
        wait({Waiting::call, {}, 0, function, begin});
        sink_.open(function->function);
        ++at_;
        return false;
    }

    // Before the first operand: for several names.
    void require_function() {
        skip_spaces();
        const std::string_view name = text_.substr(at_, end_of_pool_name(text_, at_) - at_);
        const PoolFunctionRow* function = find_pool_function(name);
        if (function == nullptr || function->values == 1)
            throw PoolMistake(at_,
                              fmt::format("{} names need a function with as many values: divmod(a, b) has 2, "
                                          "xgcd(a, b) has 3",
                                          values_));
        if (function->values != values_)
            throw PoolMistake(
                at_, fmt::format("{} has {} values; {} names given", name, function->values, values_));
    }

    // Reads the operator after an operand. Whether another operand follows.
    bool read_operator() {
        while (true) {
            skip_spaces();
            if (at_ == text_.size()) {
                complete(0);
                if (!waiting_.empty()) throw PoolMistake(waiting_.back().at, "the closing ')' is missing");
                return false;
            }
            if (here() == ')') {
                close();
                continue;
            }
            if (here() == ',') {
                complete(0);
                if (waiting_.empty() || waiting_.back().kind != Waiting::call)
                    throw PoolMistake(at_, "',' is not between arguments of a function");
                sink_.argument(waiting_.back().function->function);
                ++waiting_.back().arguments;
                ++at_;
                return true;
            }
            read_binary();
            return true;
        }
    }

    void read_binary() {
        if (values_ > 1 && waiting_.empty())
            throw PoolMistake(at_, "nothing may follow a function with several values");
        const std::string_view rest = text_.substr(at_, 2);
        const auto found = std::ranges::find_if(
            operator_rows, [&](const OperatorRow& it) { return rest.starts_with(it.text); });
        if (found == std::end(operator_rows))
            throw PoolMistake(at_, fmt::format("an operator is missing before {}", quoted(here())));
        // a ** b ** c is a ** (b ** c)
        complete(found->operation == PoolOperator::pow ? found->precedence + 1 : found->precedence);
        wait({Waiting::operation, found->operation, found->precedence, nullptr, at_});
        at_ += found->text.size();
    }

    // Applies the operators that bind at least so tightly, up to the last open parenthesis.
    void complete(int precedence) {
        while (!waiting_.empty() && waiting_.back().kind == Waiting::operation &&
               waiting_.back().precedence >= precedence) {
            sink_.apply(waiting_.back().operation_);
            waiting_.pop_back();
        }
    }

    void close() {
        complete(0);
        if (waiting_.empty()) throw PoolMistake(at_, "this ')' closes nothing");
        const Waiting open = waiting_.back();
        waiting_.pop_back();
        ++at_;
        if (open.kind == Waiting::parenthesis) return;
        if (const size_t wanted = open.function->arguments; wanted != 0 && wanted != open.arguments)
            throw PoolMistake(open.at, fmt::format("{} takes {}; {} given", open.function->name,
                                                   counted(wanted, "argument"), open.arguments));
        sink_.argument(open.function->function);
        sink_.call(open.function->function, open.arguments);
    }

    std::string_view text_;
    size_t at_, values_;
    PoolSink& sink_;
    std::vector<Waiting> waiting_;
};

}  // namespace

void parse_pool_expression(std::string_view text, size_t begin, size_t values, PoolSink& sink) {
    PoolParser(text, begin, values, sink).read();
}

bool begins_pool_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

size_t end_of_pool_name(std::string_view text, size_t begin) {
    while (begin < text.size() && is_name_character(text[begin])) ++begin;
    return begin;
}

std::string shown_pool_name(std::string_view name) {
    constexpr size_t longest = 80;
    return name.size() <= longest ? std::string(name) : std::string(name.substr(0, longest)) + "...";
}

}  // namespace limbsmith::cli
