// Recognises files that are not the text they should be.
#pragma once

#include <string>
#include <string_view>

namespace limbsmith::runtime {

// Throws InputError that says what the file is and how to get text of it, if its first bytes are those of a compressed
// file (gzip, xz, zstd, bzip2, zip) or of UTF-16. `name` is the file, for the message.
void require_text(std::string_view content, const std::string& name);

}  // namespace limbsmith::runtime
