// The engine for a place.
#pragma once

#include <memory>
#include <string>

#include "limbsmith/place.hpp"
#include "pool/engine.hpp"

namespace limbsmith::pool {

// The host's for place::automatic where there is no GPU, with the reason in `why_not`.
// Errors: runtime::NoDevice if a GPU is asked for and there is none.
std::unique_ptr<Engine> engine_at(place where, std::string* why_not = nullptr);

}  // namespace limbsmith::pool
