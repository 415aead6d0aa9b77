#include "session/stages.hpp"

#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

namespace limbsmith::session {
namespace {

// The filling is stage 0.
class Lines {
  public:
    Lines(size_t slots, const std::function<bool(size_t)>& fill, const std::vector<Stage>& stages,
          size_t lines)
        : slots_(slots), fill_(fill), stages_(stages), last_(stages.size()) {
        for (size_t stage = 0; stage <= last_; ++stage) {
            const size_t own = stage == 0 || stage == last_ ? 1 : lines;
            done_.emplace_back(own, 0);
            has_thread_.emplace_back(own, false);
        }
    }

    void run() {
        {
            std::vector<std::jthread> threads;
            if (slots_ > 1) start(threads);
            work();
        }
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    size_t line(size_t stage, size_t chunk) const { return chunk % done_[stage].size(); }

    void start(std::vector<std::jthread>& threads) {
        try {
            for (size_t stage = last_; stage >= 1; --stage)
                for (size_t line = 0; line < done_[stage].size(); ++line) {
                    threads.emplace_back([this, stage, line] { work_on(stage, line); });
                    has_thread_[stage][line] = true;
                }
        } catch (const std::exception&) {
            // no thread, or no memory for it: the calling thread does the work of those that could not be started
        }
    }

    void work_on(size_t stage, size_t line) {
        for (size_t chunk = line; do_stage(stage, chunk);) chunk += done_[stage].size();
    }

    // All that has no thread.
    void work() {
        for (size_t chunk = 0;; ++chunk)
            for (size_t stage = 0; stage <= last_; ++stage)
                if (!has_thread_[stage][line(stage, chunk)] && !do_stage(stage, chunk)) return;
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
        done_[stage][line(stage, chunk)] = chunk + 1;
        changed_.notify_all();
        return true;
    }

    bool is_ready(size_t stage, size_t chunk) const {
        if (stage == 0) return chunk < done_[last_][0] + slots_;
        return chunk < done_[stage - 1][line(stage - 1, chunk)];
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
    const size_t last_;
    std::mutex mutex_;
    std::condition_variable changed_;
    // of each stage and line: the chunks up to its last one that is done, and whether it has a thread
    std::vector<std::vector<size_t>> done_;
    std::vector<std::vector<bool>> has_thread_;
    size_t end_ = std::numeric_limits<size_t>::max();  // no chunk from here on goes on
    std::exception_ptr failure_;
};

}  // namespace

void in_stages(size_t slots, const std::function<bool(size_t slot)>& fill, const std::vector<Stage>& stages,
               size_t lines) {
    Lines(slots, fill, stages, lines).run();
}

}  // namespace limbsmith::session
