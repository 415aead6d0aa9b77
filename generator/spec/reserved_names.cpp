#include "spec/reserved_names.hpp"

#include <fmt/format.h>

namespace limbsmith {
namespace {

// A header, a language, and its names, each between two spaces.
struct Owner {
    std::string_view name, names;
};

constexpr Owner owners[] = {
#include "spec/reserved_names.inc"
};

}  // namespace

std::string_view owner_of(std::string_view name) {
    if (name.starts_with("LIMBSMITH_")) return "limbsmith";
    const std::string between = fmt::format(" {} ", name);
    for (const Owner& owner : owners)
        if (owner.names.find(between) != owner.names.npos) return owner.name;
    return {};
}

}  // namespace limbsmith
