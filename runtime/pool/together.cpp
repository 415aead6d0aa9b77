#include "pool/together.hpp"

#include <atomic>
#include <future>
#include <memory>
#include <vector>

namespace limbsmith::pool {

void together(const std::vector<LevelPart>& parts, const Report& report) {
    const auto done = std::make_unique<std::atomic<size_t>[]>(parts.size());
    const auto telling = [&](size_t k) -> Report {
        if (!report) return {};
        return [&, k](size_t own) {
            done[k] = own;
            size_t all = 0;
            for (size_t i = 0; i < parts.size(); ++i) all += done[i];
            report(all);
        };
    };
    std::vector<std::future<void>> works;
    for (size_t k = 0; k < parts.size(); ++k) {
        const bool is_last = k + 1 == parts.size();
        works.push_back(std::async(is_last ? std::launch::deferred : std::launch::async,
                                   [&, k] { parts[k](telling(k)); }));
    }
    if (!works.empty()) works.back().wait();
    for (const std::future<void>& it : works) it.wait();
    for (std::future<void>& it : works) it.get();
}

}  // namespace limbsmith::pool
