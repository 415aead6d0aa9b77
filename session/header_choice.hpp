// The choices that make a header of a request for arithmetic: those of `limbsmith generate`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "session/request.hpp"
#include "spec/spec.hpp"

namespace limbsmith::session {

struct HeaderChoice {
    std::string ops = "all", style = "inline";
    std::optional<std::string> name;
    std::vector<std::string> powers;  // NAME=EXPONENT
    bool unproved = false;

    Proofs proofs() const { return unproved ? Proofs::skipped : Proofs::required; }
    // The header for the request, whose spec `make` makes as Request::spec. Throws usage_error, unsupported.
    using Make =
        std::function<Spec(const std::string& ops, Style style, const std::optional<std::string>& name)>;
    Spec of(const Request& request, const Make& make) const;
};

}  // namespace limbsmith::session
