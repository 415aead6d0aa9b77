// The checker's verdict on each derivation of a file: they rest on those before them.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "check/checker.hpp"

namespace limbsmith::proof_text {

struct Verdict {
    std::string name;
    size_t steps;
    std::optional<check::Refusal> refusal;
};

// Reports each in turn. Throws Unreadable, and after a report of it check::TooMuch.
void check_all(std::istream& in, const std::function<void(const Verdict&)>& report);

}  // namespace limbsmith::proof_text
