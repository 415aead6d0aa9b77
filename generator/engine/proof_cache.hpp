// Keeps proofs, so that a program with the same content is not proved again.
//
// Promises: a derivation that is kept is checked again, against the program that is asked for, whenever it is read; who
// wrote the file does not matter. A program that has none is left to proof/, whose verdicts are kept as they are, for
// exactly this content and this prover. A missing, unreadable or damaged folder costs time and nothing else.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "derive/find.hpp"
#include "proof/proof.hpp"

namespace limbsmith::engine {

// What derive/ finds; what is missing is the reason, too, if the rules do not cover the program.
derive::Outcome find_derivation(const ir::Program& program);

// Who is asked, in this order. Verdicts of a prover other than proof::prove need a folder of their own, below that of the
// derivations.
struct Provers {
    std::function<derive::Outcome(const ir::Program&)> derive = find_derivation;
    std::function<proof::Verdict(const ir::Program&)> prove = proof::prove;
    std::string verdicts{};  // the folder
};

struct Answer {
    proof::Verdict verdict{};
    size_t steps = 0;          // of the derivation that was checked; 0 if there is none
    double seconds = 0;        // of the search, or the prover; 0 if its result was kept
    double check_seconds = 0;  // of the check of a derivation
    bool is_cached = false;
};

class ProofCache {
  public:
    // By default the folder has proofs only, and a program without a proof is tried again.
    enum class Keep { proofs, refusals_too };
    // Without a folder, answers stay in memory.
    explicit ProofCache(std::optional<std::filesystem::path> folder, Provers provers = {},
                        Keep keep = Keep::proofs);

    // The verdict on `program`, from memory, the folder or the provers. Thread-safe: a second call for a program that
    // is being proved waits for the first.
    Answer prove(const ir::Program& program);

  private:
    Answer ask(const ir::Program& program, const std::string& content) const;
    std::optional<Answer> kept(const ir::Program& program, const std::string& content) const;

    std::optional<std::filesystem::path> folder_;
    Provers provers_;
    Keep keep_;
    std::mutex mutex_;
    std::map<std::string, std::shared_future<Answer>> answers_;  // by content
};

// The folder of cached proofs: $LIMBSMITH_PROOF_CACHE, or nullopt if that is `off`; else `limbsmith` in
// $XDG_CACHE_HOME or in ~/.cache; nullopt if neither XDG_CACHE_HOME nor HOME is set.
std::optional<std::filesystem::path> cache_folder();

}  // namespace limbsmith::engine
