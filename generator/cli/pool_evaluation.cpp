#include "cli/pool_evaluation.hpp"

#include <utility>

namespace limbsmith::cli {
namespace {

// Beyond so many computations what is recorded is computed, so that long files need little more memory than short ones.
constexpr size_t most_pending = 1 << 18;
// Literals that are kept for their next occurrence.
constexpr size_t longest_literal = 15, most_literals = 1 << 16;

}  // namespace

PoolEvaluation::PoolEvaluation(const PoolFile& file, pool::Pool& pool)
    : file_(file), pool_(pool), arithmetic_(pool), values_(file.definitions().size()) {}

void PoolEvaluation::compute(const std::function<void(double)>& progress) {
    progress_ = progress;
    double done = 0;
    for (const uint32_t definition : file_.order()) {
        file_.parse(definition, *this);
        values_[definition] = pop();
        values_[definition].is_temporary = false;
        recorded_ = ++done / double(values_.size());
    }
    // all that earlier submissions left
    pool_.submit(progress_);
}

void PoolEvaluation::number(std::string_view text, bool is_rational) {
    if (text.size() > longest_literal) return push(arithmetic_.number(text, is_rational));
    std::string key(text);
    auto found = literals_.find(key);
    if (found == literals_.end()) {
        PoolValue value = arithmetic_.number(text, is_rational);
        if (literals_.size() == most_literals) return push(value);
        value.is_temporary = false;
        found = literals_.emplace(std::move(key), value).first;
    }
    push(found->second);
}

void PoolEvaluation::name(std::string_view name, size_t) { push(values_[file_.place_of(name)]); }

// The value of the last item; joins its terms from the right, where they are short.
PoolValue PoolEvaluation::pop() {
    Item item = std::move(stack_.back());
    stack_.pop_back();
    while (item.terms.size() > 1) join_last(item);
    return item.terms[0].value;
}

// Joins x and y. The first term of a sum is not subtracted, so neither is the whole.
void PoolEvaluation::join_last(Item& item) {
    const Term y = item.terms.back();
    item.terms.pop_back();
    Term& x = item.terms.back();
    const bool is_difference = item.operation == PoolOperator::add && x.is_subtracted != y.is_subtracted;
    x.value = arithmetic_.apply(is_difference ? PoolOperator::sub : item.operation, x.value, y.value);
    ++x.rank;
    submit_many();
}

// Two terms of the same rank are joined, as digits carry when a binary counter counts.
void PoolEvaluation::append(Item& item, Term term) {
    item.terms.push_back(term);
    while (item.terms.size() > 1 && item.terms.back().rank == item.terms[item.terms.size() - 2].rank)
        join_last(item);
}

void PoolEvaluation::apply(PoolOperator operation) {
    const PoolValue last = pop();
    if (operation == PoolOperator::neg) return push(arithmetic_.negate(last));
    const bool is_sum = operation == PoolOperator::add || operation == PoolOperator::sub;
    if (!is_sum && operation != PoolOperator::mul) {
        push(arithmetic_.apply(operation, pop(), last));
        return submit_many();
    }
    const PoolOperator joined = is_sum ? PoolOperator::add : PoolOperator::mul;
    if (stack_.back().operation != joined) {
        const PoolValue first = pop();
        stack_.push_back({{{first}}, joined});
    }
    append(stack_.back(), {last, 0, operation == PoolOperator::sub});
}

void PoolEvaluation::call(PoolFunction function, size_t count) {
    std::vector<PoolValue> arguments(count);
    for (size_t i = count; i-- > 0;) arguments[i] = pop();
    PoolValue result = arguments[0];
    if (function == PoolFunction::abs) {
        result = arithmetic_.absolute(result);
    } else if (function == PoolFunction::pow_mod) {
        result = arithmetic_.power_modulo(arguments[0], arguments[1], arguments[2]);
    } else if (count == 1 && function == PoolFunction::gcd) {
        result = arithmetic_.call(function, result, arithmetic_.number("0", false));
    } else if (count == 1 && function == PoolFunction::lcm) {
        result = arithmetic_.call(function, result, arithmetic_.number("1", false));
    }
    for (size_t i = 1; i < count && function != PoolFunction::pow_mod; ++i) {
        result = arithmetic_.call(function, result, arguments[i]);
        submit_many();
    }
    push(result);
}

void PoolEvaluation::submit_many() {
    if (pool_.pending() < most_pending) return;
    pool_.submit([&](double) { progress_(recorded_); });
    pool_.compact();
}

}  // namespace limbsmith::cli
