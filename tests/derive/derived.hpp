// Whether a program is proved: the search finds a derivation, and the checker accepts it.
#pragma once

#include <string>

#include "engine/proof_cache.hpp"

namespace limbsmith::test {

// The missing part of the proof, or nothing.
inline std::string missing(const ir::Program& program) {
    const engine::Answer answer = engine::ProofCache(std::nullopt).prove(program);
    return answer.is_proved ? "" : answer.reason;
}

inline bool is_derived(const ir::Program& program) {
    return engine::ProofCache(std::nullopt).prove(program).is_proved;
}

}  // namespace limbsmith::test
