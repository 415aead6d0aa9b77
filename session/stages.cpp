#include "session/stages.hpp"

#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>

namespace limbsmith::session {
namespace {

class Line {
  public:
    Line(size_t slots, const std::function<bool(size_t)>& fill, const std::vector<Stage>& stages)
        : slots_(slots), fill_(fill), stages_(stages), done_(stages.size() + 1) {}

    void run() {
        size_t own = done_.size();  // so many stages, with the filling, are the calling thread's
        {
            std::vector<std::jthread> threads;
            try {
                for (; slots_ > 1 && own > 1; --own)
                    threads.emplace_back([this, last = own] { work(last - 1, last); });
            } catch (const std::system_error&) {
                // continue with the threads that could be started
            }
            work(0, own);
        }
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    // Takes each chunk through the stages [first, last), of which the filling is number 0.
    void work(size_t first, size_t last) {
        for (size_t chunk = 0;; ++chunk)
            for (size_t stage = first; stage < last; ++stage)
                if (!do_stage(stage, chunk)) return;
    }

    // False if the chunk is beyond the end.
    bool do_stage(size_t stage, size_t chunk) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return chunk >= end_ || is_ready(stage, chunk); });
            if (chunk >= end_) return false;
        }
        try {
            if (stage != 0)
                stages_[stage - 1](chunk % slots_);
            else if (!fill_(chunk % slots_))
                end(chunk, nullptr);
        } catch (...) {
            end(chunk, std::current_exception());
        }
        const std::lock_guard lock(mutex_);
        done_[stage] = chunk + 1;
        changed_.notify_all();
        return true;
    }

    bool is_ready(size_t stage, size_t chunk) const {
        return stage == 0 ? chunk < done_.back() + slots_ : chunk < done_[stage - 1];
    }

    void end(size_t chunk, const std::exception_ptr& failure) {
        const std::lock_guard lock(mutex_);
        if (chunk >= end_) return;
        end_ = chunk;
        failure_ = failure;
    }

    const size_t slots_;
    const std::function<bool(size_t)>& fill_;
    const std::vector<Stage>& stages_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<size_t> done_;                         // chunks, of the filling and each stage
    size_t end_ = std::numeric_limits<size_t>::max();  // no chunk from here on goes on
    std::exception_ptr failure_;
};

}  // namespace

void in_stages(size_t slots, const std::function<bool(size_t)>& fill, const std::vector<Stage>& stages) {
    Line(slots, fill, stages).run();
}

}  // namespace limbsmith::session
