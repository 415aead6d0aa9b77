#include "pool/host.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "limbsmith/error.hpp"
#include "operation/device_pool.hpp"
#include "operation/integers.hpp"
#include "pool/host_threads.hpp"

namespace limbsmith::pool {
namespace {

static_assert(GMP_NUMB_BITS == 64 && std::endian::native == std::endian::little,
              "two words of a number are one limb of GMP's");

uint32_t room_of(uint64_t bits) { return static_cast<uint32_t>(2 * ((bits + 63) / 64)); }

}  // namespace

Host::Host(unsigned threads)
    : threads_(threads ? threads : std::max(1u, std::thread::hardware_concurrency())) {}

std::string Host::means() const {
    return "GMP on " + std::to_string(threads_) + (threads_ == 1 ? " core" : " cores");
}

Host::Number& Host::number(uint32_t slot) {
    if (slot >= numbers_.size()) numbers_.resize(size_t{slot} + 1);
    return numbers_[slot];
}

void Host::put(uint32_t slot, const mpz_class& value) {
    const mpz_srcptr it = value.get_mpz_t();
    const size_t limbs_of_it = mpz_size(it);
    Number made;
    if (limbs_of_it) {
        made.shape = {mpz_limbs_read(it)[0], static_cast<uint32_t>(mpz_sizeinbase(it, 2)), sgn(value) < 0};
        made.offset = reserve(2 * limbs_of_it);
        std::copy_n(mpz_limbs_read(it), limbs_of_it, limbs() + made.offset / 2);
    }
    number(slot) = made;
}

mpz_class Host::value(uint32_t slot) const {
    const Number& it = numbers_.at(slot);
    const auto count = static_cast<mp_size_t>(room_of(it.shape.bits) / 2);
    mpz_t view;
    mpz_roinit_n(view, limbs() + it.offset / 2, it.shape.is_negative ? -count : count);
    return mpz_class(view);
}

void Host::fail(uint32_t slot, Failure failure) { number(slot) = {.failure = failure}; }

// A portion for as many numbers as have less than 2^32 units.
Words Host::read(span<const uint32_t> slots) const {
    Words words;
    while (!slots.empty()) {
        uint64_t end = 0;
        size_t count = 0;
        for (; count < slots.size(); ++count) {
            const uint32_t units = shape::units_of(numbers_.at(slots[count]).shape.bits);
            if (end + units > UINT32_MAX) break;
            end += units;
        }
        append(words, std::span(slots).first(count), end);
        slots = std::span(slots).subspan(count);
    }
    return words;
}

void Host::append(Words& words, std::span<const uint32_t> slots, uint64_t units) const {
    const auto rows = std::make_shared<Words::Row[]>(slots.size());
    const auto to = std::make_shared_for_overwrite<uint32_t[]>(units * shape::unit_words);
    uint32_t unit = 0;
    for (size_t k = 0; k < slots.size(); ++k) {
        const Number& it = numbers_[slots[k]];
        rows[k] = {unit, it.shape.bits,
                   (static_cast<uint32_t>(it.failure) << shape::failure_shift) |
                       (it.shape.is_negative ? shape::negative : 0)};
        uint32_t* const begin = to.get() + size_t{unit} * shape::unit_words;
        unit += shape::units_of(it.shape.bits);
        const uint32_t count = room_of(it.shape.bits);
        if (count == 0) continue;
        std::memcpy(begin, limbs() + it.offset / 2, count * sizeof(uint32_t));
        std::fill(begin + count, to.get() + size_t{unit} * shape::unit_words, 0u);
    }
    words.append(rows, slots.size(), std::shared_ptr<const uint32_t>(to, to.get()));
}

void Host::need_slots(uint32_t count) {
    if (count > numbers_.size()) numbers_.resize(count);
}

void Host::resize(uint64_t words) {
    void* const moved = std::realloc(memory_.get(), std::max<uint64_t>(words, 2) * sizeof(uint32_t));
    if (!moved)
        throw runtime::OutOfMemory("a pool of " + std::to_string(words * sizeof(uint32_t)) +
                                   " bytes does not fit in memory");
    (void)memory_.release();
    memory_.reset(static_cast<mp_limb_t*>(moved));
}

uint64_t Host::reserve(uint64_t words) {
    const uint64_t offset = used_, needed = used_ + words;
    const auto grow = [&](uint64_t capacity) {
        resize(capacity);
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

void Host::move(uint64_t from, uint64_t to, uint64_t words) {
    if (from != to) std::memmove(limbs() + to / 2, limbs() + from / 2, words * sizeof(uint32_t));
}

// Fills in all of a task but the offsets of its results. The failure, if there is one, is known before the work.
Failure Host::prepare(const Computation& computation, Task& task) const {
    const Signature& of = signature(computation.operation);
    std::array<Shape, most_operands> shapes;
    Failure first = Failure::none;
    for (int i = 0; i < std::min(of.operands, most_operands); ++i) {
        const Number& operand = numbers_.at(computation.operands[i]);
        if (first == Failure::none || (operand.failure != Failure::none && operand.failure < first))
            first = operand.failure;
        task.operands[i] = {operand.offset, operand.shape};
        shapes[i] = operand.shape;
    }
    if (first != Failure::none) return first;
    task.operation = computation.operation;
    const Plan planned = plan(task.operation, shapes);
    task.cost = planned.cost;
    for (int i = 0; i < std::min(of.results, most_results); ++i)
        task.results[i].room = room_of(planned.bits[i]);
    return planned.failure;
}

void Host::compute(std::span<Task> level, const std::function<void(size_t)>& report) {
    pool::compute(level, limbs(), threads_, report);
}

void Host::run(span<const Computation> level, const std::function<void(size_t)>& report) {
    std::vector<Task> tasks;
    std::vector<uint32_t> places;  // in the level, of each task
    std::vector<Failure> failures(level.size());
    const uint64_t begin = used_;
    uint64_t words = 0;
    for (size_t k = 0; k < level.size(); ++k) {
        Task task;
        failures[k] = prepare(level[k], task);
        if (failures[k] != Failure::none) continue;
        for (Result& result : task.results) {
            result.offset = begin + words;
            words += result.room;
        }
        tasks.push_back(task);
        places.push_back(static_cast<uint32_t>(k));
    }
    reserve(words);
    try {
        compute(tasks, report);
    } catch (...) {
        used_ = begin;
        throw;
    }
    close_gaps(tasks, begin);
    for (size_t t = 0; t < tasks.size(); ++t) conclude(level[places[t]], tasks[t]);
    for (size_t k = 0; k < level.size(); ++k) {
        if (failures[k] == Failure::none) continue;
        Task failed;
        failed.failure = failures[k];
        conclude(level[k], failed);
    }
}

void Host::conclude(const Computation& computation, const Task& task) {
    for (int i = 0; i < signature(computation.operation).results; ++i) {
        const Result& result = task.results[i];
        Number made{.failure = task.failure};
        if (task.failure == Failure::none && result.shape.bits > most_bits) {
            made.failure = Failure::too_long;
        } else if (task.failure == Failure::none) {
            if (room_of(result.shape.bits) > result.room)
                throw std::logic_error("a result of the pool is longer than planned");
            made.offset = result.offset;
            made.shape = result.shape;
        }
        number(computation.result + static_cast<uint32_t>(i)) = made;
    }
}

// Results are mostly shorter than their room: moves them together, from word `first` on.
void Host::close_gaps(std::span<Task> tasks, uint64_t first) {
    uint64_t end = first;
    for (Task& task : tasks) {
        for (int i = 0; i < signature(task.operation).results; ++i) {
            Result& result = task.results[i];
            const uint32_t words = room_of(result.shape.bits);
            if (task.failure != Failure::none || words > result.room || words == 0) continue;
            move(result.offset, end, words);
            result.offset = end;
            end += words;
        }
    }
    used_ = end;
}

void Host::compact(span<const uint32_t> slots) {
    std::vector<uint32_t> kept;
    uint32_t slot = 0;
    for (const uint32_t next : slots) {
        while (slot < next) numbers_.at(slot++) = {};
        if (!numbers_.at(slot++).shape.is_zero()) kept.push_back(next);
    }
    while (slot < numbers_.size()) numbers_[slot++] = {};
    std::ranges::sort(kept, {}, [&](uint32_t slot) { return numbers_[slot].offset; });
    uint64_t end = 0;
    for (const uint32_t slot : kept) {
        Number& it = numbers_[slot];
        const uint32_t words = room_of(it.shape.bits);
        move(it.offset, end, words);
        it.offset = end;
        end += words;
    }
    used_ = end;
}

}  // namespace limbsmith::pool
