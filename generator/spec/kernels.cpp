#include "spec/kernels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith {
namespace {

const std::vector<std::string> kinds_of_kernels{"batch", "bench", "selftest"};

}  // namespace

Kernels parse_kernels(const std::string& text) {
    const auto found = std::ranges::find(kinds_of_kernels, text);
    if (found != kinds_of_kernels.end()) return static_cast<Kernels>(found - kinds_of_kernels.begin());
    throw usage_error(fmt::format("unknown kernels '{}'{} ({})", text, suggestion(text, kinds_of_kernels),
                                  fmt::join(kinds_of_kernels, ", ")));
}

std::string to_string(Kernels kind) { return kinds_of_kernels[static_cast<size_t>(kind)]; }

}  // namespace limbsmith
