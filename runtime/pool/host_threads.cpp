#include "pool/host_threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>
#include <vector>

#include "pool/host_arithmetic.hpp"

namespace limbsmith::pool {
namespace {

constexpr double piece_cost = 20'000;          // of a piece of work, long beside the taking
constexpr double least_cost = 4 * piece_cost;  // for which threads are started

// The ends of pieces of tasks that cost as much together, or of one task that costs more.
std::vector<size_t> pieces_of(std::span<Task> level, const std::vector<uint32_t>& order) {
    std::vector<size_t> ends;
    double cost = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        cost += level[order[i]].cost;
        if (cost < piece_cost && i + 1 < order.size()) continue;
        ends.push_back(i + 1);
        cost = 0;
    }
    return ends;
}

}  // namespace

void compute(std::span<Task> level, mp_limb_t* memory, unsigned threads,
             const std::function<void(size_t)>& report) {
    std::vector<uint32_t> order(level.size());
    std::iota(order.begin(), order.end(), 0u);
    double cost = 0;
    for (const Task& task : level) cost += task.cost;
    const bool is_alone = cost < least_cost || threads == 1 || level.size() == 1;
    if (!is_alone)
        std::ranges::stable_sort(order,
                                 [&](uint32_t x, uint32_t y) { return level[x].cost > level[y].cost; });
    const std::vector<size_t> ends = pieces_of(level, order);

    std::atomic<size_t> next = 0, done = 0;
    std::exception_ptr failed;
    std::mutex mutex;
    const auto work = [&] {
        try {
            HostArithmetic arithmetic;
            for (size_t piece; (piece = next.fetch_add(1)) < ends.size();) {
                const size_t first = piece ? ends[piece - 1] : 0;
                for (size_t i = first; i < ends[piece]; ++i) arithmetic.compute(level[order[i]], memory);
                const size_t finished = done += ends[piece] - first;
                if (report) report(finished);
            }
        } catch (...) {
            next = ends.size();
            const std::lock_guard lock(mutex);
            if (!failed) failed = std::current_exception();
        }
    };
    std::vector<std::jthread> others;
    try {
        const size_t useful = is_alone ? 1 : std::min<size_t>(threads, ends.size());
        for (size_t i = 1; i < useful; ++i) others.emplace_back(work);
    } catch (const std::system_error&) {
        // continue with the threads that could be started
    }
    work();
    others.clear();
    if (failed) std::rethrow_exception(failed);
}

}  // namespace limbsmith::pool
