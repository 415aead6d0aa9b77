// Where commands write: stdout, or a file that appears whole.
#pragma once

#include <optional>
#include <string>

#include "files/whole_file.hpp"

namespace limbsmith::cli {

// stdout for `-`. A file is opened by the constructor, so that one that cannot be written
// stops the command before its work. Throws InputError for one that cannot, or has no name.
class Output {
  public:
    explicit Output(const std::string& path);
    // Throws Error if not all of it could be written.
    void write(const std::string& content);

  private:
    std::optional<runtime::PendingFile> file_;
};

}  // namespace limbsmith::cli
