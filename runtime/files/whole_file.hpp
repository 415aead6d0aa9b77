// Reads and writes whole files.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace limbsmith::runtime {

// The content of a file, or of standard input for `-`. Throws InputError if it cannot be read.
std::string read_file(const std::filesystem::path& path);

// A file that appears, or replaces another one, only when its content is complete. The constructor tests the
// place, so that an unwritable one is reported before any work is done; write() fills a temporary file beside
// it and renames that. A PendingFile that is dropped leaves nothing behind. Links are followed; owner and
// permissions of an existing file are kept. Written in place are devices and pipes, files with several names,
// and files whose owner cannot be kept; /dev/stdout and similar names continue at their position. Throws
// InputError if the place is not writable.
class PendingFile {
  public:
    explicit PendingFile(std::filesystem::path name);

    // Throws Error if the content does not fit.
    void write(const std::string& content);

  private:
    std::filesystem::path name_;         // as given
    std::filesystem::path file_;         // where its links lead
    std::optional<int> descriptor_;      // an open file of this process that the name denotes
    std::optional<struct stat> before_;  // the existing file
    bool in_place_ = false;
};

}  // namespace limbsmith::runtime
