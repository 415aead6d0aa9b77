// Derivations as text, one JSON value a line; docs/proofs.md states the format.
//
// Promises: refuses all that the format does not allow. Whether a derivation holds is for check/checker to say;
// proof_text/write writes them.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <variant>
#include <vector>

#include "check/derivation.hpp"

namespace limbsmith::proof_text {

// The text is not a derivation; the message names the line.
struct Unreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The text exceeds the limits of check::Budget.
struct TooLong : Unreadable {
    using Unreadable::Unreadable;
};

// The derivation of a program or of a routine.
using Any = std::variant<check::Derivation, check::RoutineDerivation>;

// The derivations of a text, one after the other.
class Derivations {
  public:
    explicit Derivations(std::istream& in) : in_(in) {}
    // The next one; nothing after the last. Throws Unreadable, also if there is none at all; TooLong.
    std::optional<Any> next();

  private:
    // The next line that is not taken yet.
    const std::optional<nlohmann::json>& line();

    std::istream& in_;
    size_t number_ = 0;
    std::optional<nlohmann::json> line_;
    bool is_taken_ = true;
};

std::vector<Any> read_all(std::istream& in);
// The same, of programs only.
std::vector<check::Derivation> read(std::istream& in);

}  // namespace limbsmith::proof_text
