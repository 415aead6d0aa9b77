// Reads whole files, and writes files that appear when they are whole.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "files/scratch_file.hpp"

namespace limbsmith::runtime {

// The content of a file, or of standard input for `-`. Throws InputError if it cannot be read.
std::string read_file(const std::filesystem::path& path);
// The same of a text, which has no byte 0: nothing is read beyond the block with the first one, so that /dev/zero ends.
std::string read_text_file(const std::filesystem::path& path);

// A file that appears, or replaces another one, only when its content is complete. The constructor tests the
// place, so that an unwritable one is reported before any work is done; the content goes to a temporary file beside
// it, which finish() renames. A PendingFile that is dropped without finish() leaves nothing behind. Links are followed;
// owner and permissions of an existing file are kept. Files with several names, and files whose owner cannot be kept,
// are written in place by finish(). Devices and pipes are written as content comes; /dev/stdout and similar names
// continue at their position. Throws InputError if the place is not writable.
class PendingFile {
  public:
    explicit PendingFile(std::filesystem::path name);
    ~PendingFile();
    PendingFile(PendingFile&&) noexcept;

    // These throw Error if the content does not fit.
    void append(std::string_view content);
    void finish();
    // All of the content.
    void write(std::string_view content);

  private:
    class Open;
    bool is_here() const { return in_place_ || descriptor_; }
    bool is_collected() const;
    std::unique_ptr<Open> open_place() const;
    std::unique_ptr<Open> open_beside() const;

    std::filesystem::path name_;         // as given
    std::filesystem::path file_;         // where its links lead
    std::optional<int> descriptor_;      // an open file of this process that the name denotes
    std::optional<struct stat> before_;  // the existing file
    bool in_place_ = false;
    std::unique_ptr<Open> open_;
    std::optional<ScratchFile> collected_;
};

}  // namespace limbsmith::runtime
