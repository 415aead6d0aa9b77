// Keeps proofs, so that a program with the same content is not proved again by the same prover.
//
// Promises: a cached verdict is one that this prover gave for a program with exactly this content, compared
// byte by byte. A missing, unreadable or damaged folder costs time and nothing else. By default only proofs
// are stored in the folder, and a program without a proof is tried again; Keep::refusals_too stores refusals
// as well.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "proof/proof.hpp"

namespace limbsmith::proof {

using Prover = std::function<Verdict(const ir::Program&)>;

struct Answer {
    Verdict verdict;
    double seconds = 0;  // time in the prover; 0 if it was not asked
    bool is_cached = false;
};

class Cache {
  public:
    enum class Keep { proofs, refusals_too };
    // Without a folder, verdicts stay in memory. The files belong to proof::prove; another prover needs a
    // folder of its own.
    explicit Cache(std::optional<std::filesystem::path> folder, Prover prover = proof::prove,
                   Keep keep = Keep::proofs);

    // The verdict on `program`, from memory, the folder or the prover. Thread-safe: a second call for a
    // program that is being proved waits for the first.
    Answer prove(const ir::Program& program);

  private:
    Answer ask(const ir::Program& program, const std::string& text) const;

    std::optional<std::filesystem::path> folder_;
    Prover prover_;
    Keep keep_;
    std::mutex mutex_;
    std::map<std::string, std::shared_future<Verdict>> verdicts_;  // by content
};

// The folder of cached proofs: $LIMBSMITH_PROOF_CACHE, or nullopt if that is `off`; else `limbsmith` in
// $XDG_CACHE_HOME or in ~/.cache; nullopt if neither XDG_CACHE_HOME nor HOME is set.
std::optional<std::filesystem::path> cache_folder();

}  // namespace limbsmith::proof
