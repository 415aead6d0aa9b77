// Messages that show where a text is wrong.
#pragma once

#include <string>
#include <string_view>

namespace limbsmith {

// `what: message`, the text or its part around the byte `at`, and a caret below that byte.
std::string with_caret(std::string_view what, std::string_view text, size_t at, std::string_view message);

}  // namespace limbsmith
