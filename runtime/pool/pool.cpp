#include "limbsmith/pool/pool.hpp"

#include <algorithm>
#include <atomic>

#include "limbsmith/cores.hpp"
#include "limbsmith/error.hpp"
#include "operation/integers.hpp"
#include "pool/engines.hpp"
#include "pool/text.hpp"

namespace limbsmith::pool {
namespace {

constexpr size_t many_values = 1u << 12;  // for which threads are started

// Stamps tell numbers of different pools, and different numbers of one slot, from each other.
uint32_t next_stamp() {
    static std::atomic<uint32_t> last = 0;
    uint32_t stamp = ++last;
    while (stamp == 0) stamp = ++last;  // no number has the stamp 0
    return stamp;
}

}  // namespace

Pool& Number::in() const {
    if (pool == nullptr) throw runtime::InputError("a number of no pool");
    return *pool;
}

Pool::Pool(place where) : Pool(engine_at(where)) {}
Pool::Pool(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

Pool::Entry& Pool::entry(Number number) {
    if (number.stamp == 0 || number.slot >= entries_.size() || entries_[number.slot].stamp != number.stamp)
        throw runtime::InputError("a number of another pool, or one that was freed and reclaimed");
    Entry& found = entries_[number.slot];
    if (found.is_freed) throw runtime::InputError("a number that was freed");
    return found;
}

// The lowest ones that are free, if they are neighbours.
uint32_t Pool::take_slots(size_t count) {
    std::vector<uint32_t>& from = count == 1 && !lone_slots_.empty() ? lone_slots_ : free_slots_;
    const auto are_neighbours = [&] { return from[from.size() - count] == from.back() + count - 1; };
    while (count > 1 && from.size() >= count && !are_neighbours()) {
        lone_slots_.push_back(from.back());
        from.pop_back();
    }
    if (from.size() >= count) {
        const uint32_t first = from.back();
        from.resize(from.size() - count);
        return first;
    }
    const size_t first = entries_.size();
    if (first + count > UINT32_MAX) throw runtime::OutOfMemory("a pool has at most 2^32 numbers");
    entries_.resize(first + count);
    return static_cast<uint32_t>(first);
}

std::array<Number, most_results> Pool::add_entries(size_t count, uint32_t level) {
    std::array<Number, most_results> numbers{};
    const uint32_t first = take_slots(count);
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = {first + static_cast<uint32_t>(i), next_stamp(), this};
        entries_[numbers[i].slot] = {numbers[i].stamp, level, epoch_};
    }
    return numbers;
}

uint32_t Pool::level_of(const Entry& entry) const {
    return entry.epoch == epoch_ && entry.level > done_ ? entry.level : 0;
}

Number Pool::add_number(const std::function<void(uint32_t)>& put) {
    const Number made = add_entries(1, 0)[0];
    try {
        put(made.slot);
    } catch (...) {
        entries_[made.slot] = {};
        lone_slots_.push_back(made.slot);
        throw;
    }
    return made;
}

Number Pool::number(std::string_view text) {
    if (!is_integer(text))
        throw runtime::InputError("not an integer: '" + std::string(text.substr(0, 60)) + "'");
    if (const std::optional<mpz_class> value = parse_integer(text)) return number(*value);
    return add_number([&](uint32_t slot) { engine_->fail(slot, Failure::too_long); });
}

Number Pool::number(const mpz_class& value) {
    const bool is_too_long = value != 0 && mpz_sizeinbase(value.get_mpz_t(), 2) > most_bits;
    return add_number([&](uint32_t slot) {
        is_too_long ? engine_->fail(slot, Failure::too_long) : engine_->put(slot, value);
    });
}

std::vector<Number> Pool::numbers(span<const mpz_class> values) {
    std::vector<Number> numbers;
    numbers.reserve(values.size());
    for (const mpz_class& it : values) numbers.push_back(number(it));
    return numbers;
}

std::array<Number, most_results> Pool::record(Operation operation,
                                              const std::array<Number, most_operands>& operands,
                                              size_t count) {
    Computation computation{operation, {}, 0};
    uint32_t level = done_;
    for (size_t i = 0; i < count; ++i) {
        level = std::max(level, level_of(entry(operands[i])));
        computation.operands[i] = operands[i].slot;
    }
    ++level;
    const auto results = add_entries(static_cast<size_t>(signature(operation).results), level);
    computation.result = results[0].slot;
    while (levels_.size() < level - done_) levels_.emplace_back(engine_->level_memory());
    levels_[level - done_ - 1].push_back(computation);
    ++pending_;
    return results;
}

Quotient Pool::quotient(Operation operation, Number a, Number b) {
    const auto [quotient, remainder, none] = record(operation, {a, b}, 2);
    return {quotient, remainder};
}

Bezout Pool::xgcd(Number a, Number b) {
    const auto [g, x, y] = record(Operation::xgcd, {a, b}, 2);
    return {g, x, y};
}

// Records the computations of which an operation is composed.
class Pool::Composition : public Composer {
  public:
    Composition(Pool& pool, std::span<const Number> operands)
        : pool_(pool), all_(operands.begin(), operands.end()), operands_(operands.size()) {}

    Handle number(int value) override { return add(pool_.number(value)); }
    Handle apply(std::string_view operation, std::span<const Handle> operands) override {
        std::array<Number, most_operands> numbers{};
        for (size_t i = 0; i < operands.size(); ++i) numbers[i] = all_[operands[i]];
        return add(pool_.record(code(NumberSystem::integers()[operation]), numbers, operands.size())[0]);
    }
    // Frees all but the result and the caller's operands.
    Number conclude(Handle result) {
        for (size_t k = operands_; k < all_.size(); ++k)
            if (k != result) pool_.free(all_[k]);
        return all_[result];
    }

  private:
    Handle add(Number number) {
        all_.push_back(number);
        return all_.size() - 1;
    }

    Pool& pool_;
    std::vector<Number> all_;  // the operands first
    size_t operands_;
};

Number Pool::compute(std::string_view name, span<const Number> operands) {
    const limbsmith::Operation* found = NumberSystem::integers().find(name);
    if (!found || found->operands.size() != operands.size())
        throw runtime::InputError("no operation '" + std::string(name) + "' on " +
                                  std::to_string(operands.size()) + " integers");
    const limbsmith::Operation& operation = *found;
    if (operation.composed && !engine_->computes(code(operation))) {
        Composition composition(*this, operands);
        const std::array<Composer::Handle, most_operands> handles{0, 1, 2};
        return composition.conclude(
            operation.composed(composition, std::span(handles).first(operands.size())));
    }
    std::array<Number, most_operands> numbers{};
    std::ranges::copy(operands, numbers.begin());
    return record(code(operation), numbers, operands.size())[0];
}

Number Pool::not_(Number a) {
    const Number minus_one = number(-1), result = sub(minus_one, a);
    free(minus_one);
    return result;
}

Number Pool::isqrt(Number a) {
    const Number two = number(2), result = root(a, two);
    free(two);
    return result;
}

Number Pool::tree(Operation operation, span<const Number> numbers, long none) {
    if (numbers.size() < 2) {
        const Number neutral = number(none);
        if (numbers.empty()) return neutral;
        const Number alone = one(operation, numbers[0], neutral);
        free(neutral);
        return alone;
    }
    std::vector<Number> row(numbers.begin(), numbers.end());
    bool is_own = false;  // whether the numbers of the row are the tree's
    while (row.size() > 1) {
        const bool is_odd = row.size() % 2 != 0;
        std::vector<Number> sums;
        for (size_t i = 0; i + 1 < row.size(); i += 2) {
            sums.push_back(one(operation, row[i], row[i + 1]));
            // the last of an odd row may be the caller's
            if (is_own) free(row[i]);
            if (is_own && (i + 1 < row.size() - 1 || row[i + 1].slot != numbers.back().slot))
                free(row[i + 1]);
        }
        if (is_odd) sums.push_back(row.back());
        row = std::move(sums);
        is_own = true;
    }
    return row[0];
}

Number Pool::sum(span<const Number> numbers) { return tree(Operation::add, numbers, 0); }
Number Pool::product(span<const Number> numbers) { return tree(Operation::mul, numbers, 1); }

std::vector<uint32_t> Pool::computed(span<const Number> numbers) {
    std::vector<uint32_t> slots;
    slots.reserve(numbers.size());
    bool is_recorded = false;
    for (const Number it : numbers) {
        is_recorded |= level_of(entry(it)) != 0;
        slots.push_back(it.slot);
    }
    if (is_recorded) submit();
    return slots;
}

Failure Pool::failure(Number number) { return words(std::span(&number, 1)).failure(0); }

mpz_class Pool::value(Number number) { return std::move(values(std::span(&number, 1))[0]); }

Words Pool::words(span<const Number> numbers) { return engine_->read(computed(numbers)); }

std::vector<mpz_class> Pool::values(span<const Number> numbers) {
    const Words read = words(numbers);
    for (size_t k = 0; k < read.size(); ++k)
        if (read.failure(k) != Failure::none)
            throw runtime::InputError("a computation has no value: " +
                                      std::string(to_string(read.failure(k))));
    std::vector<mpz_class> values(numbers.size());
    const auto some = [&](index64 first, index64 last) {
        for (auto k = static_cast<size_t>(first); k < static_cast<size_t>(last); ++k)
            values[k] = read.number(k);
    };
    if (values.size() < many_values)
        some(0, static_cast<index64>(values.size()));
    else
        on_all_cores(static_cast<index64>(values.size()), some);
    return values;
}

std::string Pool::to_text(const mpz_class& value, bool is_hex) { return pool::to_text(value, is_hex); }

void Pool::free(Number number) { entry(number).is_freed = true; }

}  // namespace limbsmith::pool
