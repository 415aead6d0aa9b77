#include "spec/caret.hpp"

#include <fmt/format.h>

#include <cctype>

namespace limbsmith {
namespace {

// Only a part of a long text is shown.
constexpr size_t shown_before = 80, shown_bytes = 100;

}  // namespace

std::string with_caret(std::string_view what, std::string_view text, size_t at, std::string_view message) {
    const size_t begin = at > shown_before ? at - shown_before : 0;
    std::string line(text.substr(begin, shown_bytes));
    for (char& c : line) {
        if (std::iscntrl(static_cast<unsigned char>(c))) c = ' ';  // the caret keeps its column
    }
    return fmt::format("{}: {}\n    {}\n    {:>{}}", what, message, line, '^', at - begin + 1);
}

}  // namespace limbsmith
