#include "spec/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "spec/error.hpp"

namespace limbsmith {
namespace {

const std::vector<OpInfo> table = {
    {Op::add, "add", "sum, with and without carry out"},
    {Op::sub, "sub", "difference, with and without borrow out"},
    {Op::neg, "neg", "two's complement negation"},
    {Op::eq, "eq", "1 if equal, else 0"},
    {Op::lt, "lt", "1 if less, else 0"},
    {Op::slt, "slt", "1 if less as two's complement, else 0", Operands::integers},
    {Op::is_zero, "is_zero", "1 if zero, else 0"},
    {Op::select, "select", "one of two numbers by a condition, without a branch"},
    {Op::shl, "shl", "left shift by a run-time count"},
    {Op::shr, "shr", "right shift by a run-time count"},
    {Op::sshr, "sshr", "arithmetic right shift by a run-time count", Operands::integers},
    {Op::and_, "and_", "bitwise and"},
    {Op::or_, "or_", "bitwise or"},
    {Op::xor_, "xor_", "bitwise exclusive or"},
    {Op::not_, "not_", "bitwise complement of all limbs"},
    {Op::mul, "mul", "exact product"},
    {Op::sqr, "sqr", "exact square"},
    {Op::mul_lo, "mul_lo", "low limbs of the product"},
    {Op::mul_hi, "mul_hi", "high limbs of the product"},
    {Op::smul, "smul", "product as two's complement", Operands::integers},
    {Op::mod_add, "mod_add", "sum modulo a run-time modulus"},
    {Op::mod_sub, "mod_sub", "difference modulo a run-time modulus"},
    {Op::mod_neg, "mod_neg", "negation modulo a run-time modulus"},
    {Op::divrem1, "divrem1", "quotient and remainder by a divisor of one limb"},
    {Op::divrem,
     "divrem",
     "quotient and remainder",
     Operands::naturals,
     Form::loop,
     {Op::neg, Op::is_zero, Op::select, Op::shr}},
    {Op::gcd,
     "gcd",
     "greatest common divisor, the same instructions for all numbers",
     Operands::naturals,
     Form::loop,
     {Op::shl, Op::shr}},
};

std::vector<Op> sorted(std::vector<Op> ops) {
    std::ranges::sort(ops);
    ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
    return ops;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

// Levenshtein distance.
size_t distance(std::string_view x, std::string_view y) {
    std::vector<size_t> row(y.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= x.size(); ++i) {
        size_t diagonal = row[0]++;
        for (size_t j = 1; j <= y.size(); ++j) {
            const size_t substituted = diagonal + (x[i - 1] != y[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

bool is_near(std::string_view x, std::string_view y) {
    const size_t shorter = std::min(x.size(), y.size());
    const size_t alike =
        static_cast<size_t>(std::ranges::mismatch(x, y).in1 - x.begin());  // at the beginning
    return (alike > 2 && 2 * alike > shorter) || distance(x, y) <= (std::max(x.size(), y.size()) + 2) / 3;
}

}  // namespace

std::span<const OpInfo> operations() { return table; }

const OpInfo& info_of(Op op) { return *std::ranges::find(table, op, &OpInfo::op); }

std::vector<Op> closure(std::vector<Op> ops) {
    for (size_t i = 0; i < ops.size(); ++i) {
        for (Op needed : info_of(ops[i]).needs) {
            if (std::ranges::find(ops, needed) == ops.end()) ops.push_back(needed);
        }
    }
    return sorted(std::move(ops));
}

std::vector<std::string> nearest(std::string_view word, std::vector<std::string> candidates, size_t most) {
    const std::string wanted = lower(word);
    std::erase_if(candidates, [&](const std::string& c) { return !is_near(wanted, lower(c)); });
    std::ranges::stable_sort(candidates, {},
                             [&](const std::string& c) { return distance(wanted, lower(c)); });
    if (candidates.size() > most) candidates.resize(most);
    return candidates;
}

std::string suggestion(std::string_view word, std::vector<std::string> candidates) {
    const std::vector<std::string> near = nearest(word, std::move(candidates), 1);
    return near.empty() ? "" : fmt::format("; did you mean '{}'?", near[0]);
}

Op parse_operation(std::string_view name) {
    const auto found = std::ranges::find(table, name, &OpInfo::name);
    if (found != table.end()) return found->op;
    if (name.empty())
        throw usage_error("an operation is missing in the list (`limbsmith list` names them all)");
    std::vector<std::string> names;
    for (const OpInfo& info : table) names.emplace_back(info.name);
    throw usage_error(fmt::format("unknown operation '{}'{} (`limbsmith list` names them all)", name,
                                  suggestion(name, names)));
}

std::vector<std::string_view> split(std::string_view list) {
    std::vector<std::string_view> words;
    for (size_t begin = 0; begin <= list.size();) {
        const size_t end = std::min(list.find(',', begin), list.size());
        words.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

std::vector<Op> parse_operations(std::string_view list) {
    std::vector<Op> ops;
    for (const std::string_view word : split(list)) {
        if (word == "all") {
            for (const OpInfo& info : table) ops.push_back(info.op);
        } else {
            ops.push_back(parse_operation(word));
        }
    }
    return sorted(std::move(ops));
}

}  // namespace limbsmith
