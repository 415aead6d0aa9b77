// Execution of what a pool has recorded, and reclaiming memory.
#include <algorithm>
#include <stdexcept>

#include "pool/pool.hpp"

namespace limbsmith::pool {
namespace {

uint32_t room_of(uint64_t bits) { return static_cast<uint32_t>(2 * ((bits + 63) / 64)); }

}  // namespace

void Pool::submit(const std::function<void(double)>& progress) {
    std::ranges::stable_sort(pending_, {}, &Computation::level);
    const double count = double(pending_.size());
    size_t first = 0;
    try {
        while (first < pending_.size()) {
            size_t last = first;
            while (last < pending_.size() && pending_[last].level == pending_[first].level) ++last;
            std::function<void(size_t)> report;
            if (progress) report = [&, first](size_t done) { progress(double(first + done) / count); };
            execute(std::span(pending_).subspan(first, last - first), report);
            first = last;
        }
    } catch (...) {
        pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(first));
        throw;
    }
    pending_.clear();
}

// Fills in all of a task but the offsets of its results. The failure, if there is one, is known before the work.
Failure Pool::prepare(const Computation& computation, Task& task) const {
    const Signature& of = signature(computation.operation);
    std::array<Shape, most_operands> shapes;
    Failure first = Failure::none;
    for (int i = 0; i < std::min(of.operands, most_operands); ++i) {
        const Entry& operand = entries_[computation.operands[i]];
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

void Pool::execute(std::span<const Computation> level, const std::function<void(size_t)>& report) {
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
        engine_->run(tasks, report);
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

void Pool::conclude(const Computation& computation, const Task& task) {
    for (int i = 0; i < signature(computation.operation).results; ++i) {
        Entry& entry = entries_[computation.results[i]];
        entry.level = 0;
        entry.failure = task.failure;
        if (task.failure != Failure::none) continue;
        entry.offset = task.results[i].offset;
        entry.shape = task.results[i].shape;
        if (entry.shape.bits <= most_bits && room_of(entry.shape.bits) > task.results[i].room)
            throw std::logic_error("a result of the pool is longer than planned");
        if (entry.shape.bits > most_bits) {
            entry.failure = Failure::too_long;
            entry.shape = {};
        }
    }
}

// Results are mostly shorter than their room: moves them together, from word `first` on.
void Pool::close_gaps(std::span<Task> tasks, uint64_t first) {
    std::vector<Move> moves;
    uint64_t end = first;
    for (Task& task : tasks) {
        for (int i = 0; i < signature(task.operation).results; ++i) {
            Result& result = task.results[i];
            const uint32_t words = room_of(result.shape.bits);
            if (task.failure != Failure::none || words > result.room || words == 0) continue;
            if (result.offset != end) moves.push_back({result.offset, end, words});
            result.offset = end;
            end += words;
        }
    }
    engine_->move(moves);
    used_ = end;
}

void Pool::compact() {
    submit();
    std::vector<uint32_t> kept;
    for (uint32_t slot = 0; slot < entries_.size(); ++slot) {
        Entry& it = entries_[slot];
        if (it.is_freed) {
            it = Entry{};  // with the stamp that no number has
            free_slots_.push_back(slot);
        } else if (!it.shape.is_zero()) {
            kept.push_back(slot);
        }
    }
    std::ranges::sort(kept, {}, [&](uint32_t slot) { return entries_[slot].offset; });
    std::vector<Move> moves;
    uint64_t end = 0;
    for (const uint32_t slot : kept) {
        Entry& it = entries_[slot];
        const uint32_t words = room_of(it.shape.bits);
        if (it.offset != end) moves.push_back({it.offset, end, words});
        it.offset = end;
        end += words;
    }
    engine_->move(moves);
    used_ = end;
}

}  // namespace limbsmith::pool
