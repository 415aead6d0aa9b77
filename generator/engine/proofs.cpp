#include "engine/proofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "engine/parallel.hpp"
#include "spec/error.hpp"

namespace limbsmith::engine {

void require_proofs(const std::vector<catalogue::Function>& functions, ProofCache& proofs,
                    const std::string& advice, const std::function<void(double)>& progress) {
    std::vector<Answer> answers(functions.size());
    std::atomic<size_t> finished = 0;
    parallel_ranges(functions.size(), 1, [&] {
        return [&](size_t k, size_t) {
            answers[k] = proofs.prove(functions[k].program);
            if (progress) progress(double(++finished) / double(functions.size()));
        };
    });
    const auto first = std::ranges::find(answers, false, &Answer::is_proved);
    if (first == answers.end()) return;
    const auto others = std::ranges::count(answers, false, &Answer::is_proved) - 1;
    throw Error(Exit::refuted,
                fmt::format("{} is not proved{}; {}; tried: {}", functions[first - answers.begin()].label,
                            others > 0 ? fmt::format(" (and {} more)", others) : "", advice, first->reason));
}

}  // namespace limbsmith::engine
