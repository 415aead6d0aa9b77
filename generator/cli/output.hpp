// The output of a command: stdout, or a file that appears only when it is complete.
#pragma once

#include <optional>
#include <string>

#include "files/whole_file.hpp"

namespace limbsmith::cli {

// `-` is stdout. The constructor opens a file, so that an unwritable one stops the command before its work.
// Throws InputError for an unwritable file or an empty name.
class Output {
  public:
    explicit Output(const std::string& path);
    // Throws Error if the content could not be written completely.
    void write(const std::string& content);

  private:
    std::optional<runtime::PendingFile> file_;
};

}  // namespace limbsmith::cli
