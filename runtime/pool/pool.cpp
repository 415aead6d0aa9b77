#include "pool/pool.hpp"

#include <algorithm>
#include <atomic>

#include "limbsmith/error.hpp"
#include "pool/host.hpp"
#include "pool/text.hpp"

namespace limbsmith::pool {
namespace {

// Stamps tell numbers of different pools, and different numbers of one slot, from each other.
uint32_t next_stamp() {
    static std::atomic<uint32_t> last = 0;
    uint32_t stamp = ++last;
    while (stamp == 0) stamp = ++last;  // no number has the stamp 0
    return stamp;
}

}  // namespace

Pool::Pool() : Pool(std::make_unique<Host>()) {}
Pool::Pool(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

Pool::Entry& Pool::entry(Number number) {
    if (number.stamp == 0 || number.slot >= entries_.size() || entries_[number.slot].stamp != number.stamp)
        throw runtime::InputError("a number of another pool, or one that was freed and reclaimed");
    Entry& found = entries_[number.slot];
    if (found.is_freed) throw runtime::InputError("a number that was freed");
    return found;
}

Number Pool::add_entry(const Entry& entry) {
    Number number{static_cast<uint32_t>(entries_.size()), next_stamp()};
    if (free_slots_.empty()) {
        if (entries_.size() > UINT32_MAX - 1) throw runtime::OutOfMemory("a pool has at most 2^32 numbers");
        entries_.push_back(entry);
    } else {
        number.slot = free_slots_.back();
        free_slots_.pop_back();
        entries_[number.slot] = entry;
    }
    entries_[number.slot].stamp = number.stamp;
    return number;
}

uint64_t Pool::reserve(uint64_t words) {
    const uint64_t offset = used_, needed = used_ + words;
    const auto grow = [&](uint64_t capacity) {
        engine_->resize(capacity);
        capacity_ = capacity;
    };
    if (needed > capacity_) {
        try {
            grow(std::max(needed, capacity_ + capacity_ / 2));
        } catch (const runtime::OutOfMemory&) {
            grow(needed);  // there may be room for this, if not for more
        }
    }
    used_ = needed;
    return offset;
}

Number Pool::number(std::string_view text) {
    if (!is_integer(text))
        throw runtime::InputError("not an integer: '" + std::string(text.substr(0, 60)) + "'");
    if (const std::optional<mpz_class> value = parse_integer(text)) return number(*value);
    Entry entry;
    entry.failure = Failure::too_long;
    return add_entry(entry);
}

Number Pool::number(const mpz_class& value) {
    Entry entry;
    const mpz_srcptr it = value.get_mpz_t();
    const size_t limbs = mpz_size(it);
    if (limbs && mpz_sizeinbase(it, 2) > most_bits) {
        entry.failure = Failure::too_long;
    } else if (limbs) {
        entry.shape = {mpz_limbs_read(it)[0], static_cast<uint32_t>(mpz_sizeinbase(it, 2)), sgn(value) < 0};
        entry.offset = reserve(2 * limbs);
        std::vector<uint32_t> words(2 * limbs);
        mpz_export(words.data(), nullptr, -1, sizeof(uint32_t), 0, 0, it);
        engine_->write(entry.offset, words);
    }
    return add_entry(entry);
}

std::vector<Number> Pool::numbers(std::span<const mpz_class> values) {
    std::vector<Number> numbers;
    numbers.reserve(values.size());
    for (const mpz_class& it : values) numbers.push_back(number(it));
    return numbers;
}

std::array<Number, most_results> Pool::record(Operation operation,
                                              const std::array<Number, most_operands>& operands,
                                              size_t count) {
    Computation computation{{}, {}, 0, operation};
    for (size_t i = 0; i < count; ++i) {
        computation.level = std::max(computation.level, entry(operands[i]).level);
        computation.operands[i] = operands[i].slot;
    }
    Entry result;
    result.level = ++computation.level;
    std::array<Number, most_results> results{};
    for (int i = 0; i < signature(operation).results; ++i) {
        results[i] = add_entry(result);
        computation.results[i] = results[i].slot;
    }
    pending_.push_back(computation);
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

Number Pool::tree(Operation operation, std::span<const Number> numbers, long none) {
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
            if (is_own && (i + 1 < row.size() - 1 || row[i + 1] != numbers.back())) free(row[i + 1]);
        }
        if (is_odd) sums.push_back(row.back());
        row = std::move(sums);
        is_own = true;
    }
    return row[0];
}

Number Pool::sum(std::span<const Number> numbers) { return tree(Operation::add, numbers, 0); }
Number Pool::product(std::span<const Number> numbers) { return tree(Operation::mul, numbers, 1); }

Failure Pool::failure(Number number) {
    if (entry(number).level != 0) submit();
    return entry(number).failure;
}

mpz_class Pool::value(Number number) {
    if (const Failure it = failure(number); it != Failure::none)
        throw runtime::InputError("a computation has no value: " + std::string(to_string(it)));
    const Entry& it = entry(number);
    mpz_class value;
    if (it.shape.is_zero()) return value;
    const size_t words = (size_t(it.shape.bits) + 31) / 32;
    std::vector<uint32_t> read(words);
    engine_->read(it.offset, read);
    mpz_import(value.get_mpz_t(), words, -1, sizeof(uint32_t), 0, 0, read.data());
    if (it.shape.is_negative) value = -value;
    return value;
}

std::vector<mpz_class> Pool::values(std::span<const Number> numbers) {
    std::vector<mpz_class> values;
    values.reserve(numbers.size());
    for (const Number it : numbers) values.push_back(value(it));
    return values;
}

std::string Pool::to_text(const mpz_class& value, bool is_hex) { return pool::to_text(value, is_hex); }

void Pool::free(Number number) { entry(number).is_freed = true; }

}  // namespace limbsmith::pool
