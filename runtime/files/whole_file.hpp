// Files read and written whole.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace limbsmith::runtime {

// The content of a file, `-` for standard input. Throws InputError if it cannot be read.
std::string read_file(const std::filesystem::path& path);

// A file that appears, or replaces another, only once its content is complete: the constructor tries the
// place, so that an unwritable one is known before any work is done; write() fills a temporary beside it and
// renames that. A PendingFile that is dropped leaves nothing behind. Links are followed, owner and
// permissions of an existing file kept. Written in place are devices and pipes, files with several names, and
// files whose owner could not be kept; /dev/stdout and its like go on where they stand. Throws InputError if
// the place is not writable.
class PendingFile {
  public:
    explicit PendingFile(std::filesystem::path name);

    // Throws Error if the content does not fit.
    void write(const std::string& content);

  private:
    std::filesystem::path name_;         // as it was given
    std::filesystem::path file_;         // where its links lead
    std::optional<int> descriptor_;      // of ours, that the name stands for
    std::optional<struct stat> before_;  // what is there
    bool in_place_ = false;
};

}  // namespace limbsmith::runtime
