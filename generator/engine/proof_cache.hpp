// Keeps derivations, so that a program with the same content is not searched again.
//
// Promises: a program is proved if it has a derivation that holds. One that is kept is checked against the program
// that is asked for whenever it is read; who wrote the file does not matter. A missing, unreadable or damaged
// folder costs time and nothing else.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "derive/find.hpp"

namespace limbsmith::engine {

// The outcome of derive/; it has a reason, too, if the rules do not cover the program.
derive::Outcome find_derivation(const ir::Program& program);

struct Answer {
    bool is_proved = false;
    std::string reason{};      // if not: the attempts, and the facts that each lacks
    size_t steps = 0;          // of the derivation that was checked
    double seconds = 0;        // of the search; 0 if its result was kept
    double check_seconds = 0;  // of the check of the derivation
    bool is_cached = false;
};

class ProofCache {
  public:
    using Find = std::function<derive::Outcome(const ir::Program&)>;
    // By default the folder has derivations only, and a program that has none is searched again.
    enum class Keep { derivations, failures_too };
    // Without a folder, answers stay in memory.
    explicit ProofCache(std::optional<std::filesystem::path> folder, Find find = find_derivation,
                        Keep keep = Keep::derivations);

    // Whether `program` is proved, from memory, the folder or the search. Thread-safe: a second call for a program that
    // is being searched waits for the first.
    Answer prove(const ir::Program& program);

    // Whether the folder says that this search proved all these programs. It is believed, unlike a derivation: enough
    // for a choice between programs, not for a program that is printed.
    bool says_proved(const std::vector<ir::Program>& programs) const;
    void keep_proved(const std::vector<ir::Program>& programs) const;

  private:
    Answer ask(const ir::Program& program, const std::string& content) const;
    std::optional<Answer> kept(const ir::Program& program, const std::string& content) const;

    std::optional<std::filesystem::path> folder_;
    Find find_;
    Keep keep_;
    std::mutex mutex_;
    std::map<std::string, std::shared_future<Answer>> answers_;  // by content
};

}  // namespace limbsmith::engine
