// What was checked and found right, so that it is not checked again: texts that say what and where.
//
// Promises: holds() is true only of exactly a text that was added; files are written whole or not at all. A
// folder that cannot be read or written costs time and nothing else. Checking is left to others.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace limbsmith::check {

class Record {
  public:
    // Without a folder it is kept in memory alone.
    explicit Record(std::optional<std::filesystem::path> folder);

    // Both may be called from any thread.
    bool holds(const std::string& text);
    void add(const std::string& text);

  private:
    std::optional<std::filesystem::path> folder_;
    std::mutex mutex_;
    std::set<std::string> texts_;
};

// Whether LIMBSMITH_SELF_CHECK=off forbids checks.
bool is_off();
// The folder that LIMBSMITH_SELF_CHECK names; else limbsmith/self-check in $XDG_CACHE_HOME or ~/.cache;
// nothing where none of them is set.
std::optional<std::filesystem::path> record_folder();
// That of the process, in record_folder().
Record& record();

}  // namespace limbsmith::check
