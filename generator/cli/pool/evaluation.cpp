#include "cli/pool/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "limbsmith/sum_gmp.hpp"
#include "pool/text.hpp"

namespace limbsmith::cli {
namespace {

// So many recorded computations are executed together, so that long files need little more memory than short ones.
constexpr size_t most_pending = 1 << 18;
// Literals that are kept for their next occurrence.
constexpr size_t longest_literal = 15, most_literals = 1 << 16;

}  // namespace

PoolEvaluation::PoolEvaluation(const PoolFile& file, pool::Rationals in)
    : file_(file), pool_(in.pool()), arithmetic_(in), values_(file.names().size()) {}

void PoolEvaluation::compute() {
    for (const uint32_t definition : file_.order()) {
        file_.parse(definition, *this);
        const PoolDefinition& it = file_.definitions()[definition];
        for (uint32_t k = it.first + it.names; k-- > it.first;) {
            values_[k] = arithmetic_.reduce(pop());
            values_[k].is_temporary = false;
        }
        values_recorded_ += it.names;
    }
    submit();
    std::vector<pool::Number> numbers;
    for (const uint32_t name : file_.shown()) {
        const PoolValue& value = values_[name];
        places_.push_back(numbers.size());
        numbers.push_back(value.it.numerator);
        if (value.is_rational) numbers.push_back(value.it.denominator);
    }
    words_ = pool_.words(numbers);
}

pool::Failure PoolEvaluation::failure(size_t shown) const {
    const pool::Failure first = words_.failure(places_[shown]);
    if (!values_[file_.shown()[shown]].is_rational) return first;
    const pool::Failure second = words_.failure(places_[shown] + 1);
    return first == pool::Failure::none || (second != pool::Failure::none && second < first) ? second : first;
}

std::string PoolEvaluation::text(size_t shown, const PoolFormat& format) const {
    const mpz_class numerator = words_.number(places_[shown]);
    const bool is_rational = values_[file_.shown()[shown]].is_rational;
    const mpz_class denominator = is_rational ? words_.number(places_[shown] + 1) : mpz_class(1);
    if (format.is_double) return fmt::format("{}", sum::to_double(mpq_class(numerator, denominator)));
    if (format.digits >= 0) return sum::to_text(mpq_class(numerator, denominator), format.digits);
    const std::string text = pool::to_text(numerator, format.is_hex);
    return denominator == 1 ? text : text + "/" + pool::to_text(denominator, format.is_hex);
}

// A submission's values are shown as done in proportion to its computations, since a level goes across values.
std::string PoolEvaluation::state() const {
    const auto now = [&](size_t done, size_t recorded) {
        return done + static_cast<size_t>(done_ * double(recorded - std::min(done, recorded)));
    };
    return fmt::format("{} of {} values, {} of {} operations", now(values_done_, values_recorded_),
                       file_.needed_names(), now(operations_done_, operations_recorded_), file_.operations());
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
    x.value = x.is_subtracted == y.is_subtracted ? arithmetic_.join(*item.joined, x.value, y.value)
                                                 : arithmetic_.apply(PoolOperator::sub, x.value, y.value);
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
    counter_.apply();
    const PoolValue last = pop();
    if (is_unary(operation)) return push(arithmetic_.apply(operation, last));
    const bool is_sum = operation == PoolOperator::add || operation == PoolOperator::sub;
    if (!is_sum && operation != PoolOperator::mul) {
        push(arithmetic_.apply(operation, pop(), last));
        return submit_many();
    }
    const PoolFunction joined = is_sum ? PoolFunction::sum : PoolFunction::product;
    if (stack_.back().joined != joined) {
        const PoolValue first = pop();
        stack_.push_back({{{first}}, joined});
    }
    append(stack_.back(), {last, 0, operation == PoolOperator::sub});
}

void PoolEvaluation::open(PoolFunction function) {
    if (function.joins_pairs()) stack_.push_back({{}, function});
}

void PoolEvaluation::argument(PoolFunction function) {
    counter_.argument(function);
    const PoolValue value = pop();
    if (function.joins_pairs())
        append(stack_.back(), {value});
    else
        push(value);
}

void PoolEvaluation::call(PoolFunction function, size_t count) {
    counter_.call(function);
    if (function.joins_pairs()) {
        // of an integer, not below 0
        if (count == 1 && function.operation)
            append(stack_.back(), {arithmetic_.number(std::to_string(*function.operation->neutral), false)});
        return push(pop());
    }
    std::vector<PoolValue> arguments(count);
    for (size_t i = count; i-- > 0;) arguments[i] = pop();
    for (const PoolValue& it : arithmetic_.call(function, arguments)) push(it);
    submit_many();
}

void PoolEvaluation::submit() {
    operations_recorded_ = counter_.operations;
    pool_.submit([&](double done) { done_ = done; });
    operations_done_ = operations_recorded_.load();
    values_done_ = values_recorded_.load();
    done_ = 0;
}

void PoolEvaluation::submit_many() {
    if (pool_.pending() < most_pending) return;
    submit();
    pool_.compact();
}

}  // namespace limbsmith::cli
