// Proofs that need not be done again: of programs with the same content, by the same prover.
//
// Promises: never a verdict that the prover has not given for a program of exactly this content, compared
// byte by byte; a folder that cannot be read or written, or files in it that were spoilt, cost time and
// nothing else. Only proofs are kept in the folder, and what was not proved is tried again, unless refusals
// are to be kept as well.
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
    double seconds = 0;  // that the prover took, 0 where it was not asked
    bool is_cached = false;
};

class Cache {
  public:
    enum class Keep { proofs, refusals_too };
    // Without a folder proofs are kept in memory alone. The files belong to `prove`; another prover must not
    // share them.
    explicit Cache(std::optional<std::filesystem::path> folder, Prover prover = proof::prove,
                   Keep keep = Keep::proofs);

    // As prove. May be called from any thread; a program that is being proved is waited for.
    Answer prove(const ir::Program& program);

  private:
    Answer ask(const ir::Program& program, const std::string& text) const;

    std::optional<std::filesystem::path> folder_;
    Prover prover_;
    Keep keep_;
    std::mutex mutex_;
    std::map<std::string, std::shared_future<Verdict>> verdicts_;  // by content
};

// $LIMBSMITH_PROOF_CACHE, nothing for `off`; else limbsmith/ in $XDG_CACHE_HOME or ~/.cache; nothing where
// none of them is set.
std::optional<std::filesystem::path> cache_folder();

}  // namespace limbsmith::proof
