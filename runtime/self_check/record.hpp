// A record of successful checks, as texts that identify them.
//
// Promises: holds() is true only for exactly a text that was added; files are written whole or not at all. A
// missing or unwritable folder costs time and nothing else.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace limbsmith::self_check {

class Record {
  public:
    // Without a folder, the record is kept in memory only.
    explicit Record(std::optional<std::filesystem::path> folder);

    // Both are thread-safe.
    bool holds(const std::string& text);
    void add(const std::string& text);

  private:
    std::optional<std::filesystem::path> folder_;
    std::mutex mutex_;
    std::set<std::string> texts_;
};

// Whether LIMBSMITH_SELF_CHECK=off disables checks.
bool is_off();
// The record of this process, in the folder for self-checks (cache::folder).
Record& record();

}  // namespace limbsmith::self_check
