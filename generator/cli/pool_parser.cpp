#include "cli/pool_parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

constexpr size_t deepest = 10'000;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
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
    {"**", PoolOperator::pow, 5}, {"//", PoolOperator::div_floor, 3}, {"<<", PoolOperator::shl, 1},
    {">>", PoolOperator::shr, 1}, {"+", PoolOperator::add, 2},        {"-", PoolOperator::sub, 2},
    {"*", PoolOperator::mul, 3},  {"/", PoolOperator::div, 3},        {"%", PoolOperator::mod, 3}};
constexpr int negation_precedence = 4;

// What waits until its operands are complete: an operator, an open parenthesis, or a call.
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

    // An operand with what may stand before it.
    void read_operand() {
        while (true) {
            skip_spaces();
            const char c = here();
            if (c == '-') {
                wait({Waiting::operation, PoolOperator::neg, negation_precedence, nullptr, at_++});
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

    void read_number() {
        const size_t begin = at_;
        const auto digits = [&](bool (*is_one)(char)) {
            const size_t first = at_;
            while (is_one(here())) ++at_;
            return at_ - first;
        };
        bool is_right = true, is_rational = false;
        if (here() == '0' && at_ + 1 < text_.size() && (text_[at_ + 1] == 'x' || text_[at_ + 1] == 'X')) {
            at_ += 2;
            is_right = digits(is_hex_digit) > 0;
        } else {
            size_t count = digits(is_digit);
            if (here() == '.') {
                is_rational = true;
                ++at_;
                count += digits(is_digit);
            }
            is_right = count > 0;
            if (is_right && (here() == 'e' || here() == 'E')) {
                is_rational = true;
                ++at_;
                if (here() == '+' || here() == '-') ++at_;
                is_right = digits(is_digit) > 0;
            }
        }
        if (!is_right || is_name_character(here()) || here() == '.')
            throw PoolMistake(begin, "not a number (decimal, 0x..., 1.25, 1.25e3)");
        sink_.number(text_.substr(begin, at_ - begin), is_rational);
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
        const PoolFunctionRow* function = find_pool_function(name);
        if (function == nullptr) {
            const std::vector<std::string> names = pool_function_names();
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

    // What follows an operand. Whether another operand follows that.
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
            throw PoolMistake(at_, here() == '^'
                                       ? "'^' is no operator; a power is a ** b"
                                       : fmt::format("an operator is missing before {}", quoted(here())));
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
