// Where a header says that it comes from.
#pragma once

#include <optional>
#include <string>

namespace limbsmith::read {

// The version of limbsmith that printed it, and the command, whose words are one space apart.
struct Origin {
    std::string version, command;
};

// nullopt for a text without a banner.
std::optional<Origin> origin(const std::string& text);

}  // namespace limbsmith::read
