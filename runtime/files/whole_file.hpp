// Files read and written whole.
#pragma once

#include <filesystem>
#include <string>

namespace limbsmith::runtime {

// The content of a file, `-` for standard input. Throws InputError if it cannot be read.
std::string read_file(const std::filesystem::path& path);

// A file that appears, or replaces another, only once its content is complete: the constructor tries the
// place, so that an unwritable one is known before any work is done; write() fills a temporary beside it and
// renames that. A PendingFile that is dropped leaves nothing behind. Devices and pipes are written in place.
// Throws InputError if the place is not writable.
class PendingFile {
  public:
    explicit PendingFile(std::filesystem::path path);

    // Throws Error if the content does not fit.
    void write(const std::string& content);

  private:
    std::filesystem::path path_;
    bool in_place_ = false;
};

}  // namespace limbsmith::runtime
