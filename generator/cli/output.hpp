// The output of a command: stdout, which gets content as it comes, or a file that appears only when it is complete.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "files/whole_file.hpp"

namespace limbsmith::cli {

// `-` is stdout. The constructor opens a file, so that an unwritable one stops the command before its work.
// Throws InputError for an unwritable file or an empty name.
class Output {
  public:
    explicit Output(const std::string& path);
    // All of the content. Throws Error if it could not be written completely.
    void write(std::string_view content);
    // Content in parts; the file appears by finish(). Throw Error.
    void append(std::string_view content);
    void finish();

  private:
    std::optional<runtime::PendingFile> file_;
};

}  // namespace limbsmith::cli
