// Runs the limbsmith binary as a user does: as a process with arguments, standard input, a working folder and
// files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace limbsmith::test {

using Arguments = std::vector<std::string>;

struct ProcessResult {
    int exit_code = 0;  // minus the signal where one ended it
    std::string out, err;
};

// $LIMBSMITH_BINARY, or the binary of this build.
std::filesystem::path binary();

// Runs the binary, without a shell. On input `input` stands ready on its standard input; on output it has
// ended. Throws std::system_error where it cannot be started.
ProcessResult run(const Arguments& arguments, const std::string& input = "",
                  const std::filesystem::path& folder = ".");

// A folder that goes with its contents.
class TempFolder {
  public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    std::filesystem::path path(const std::string& name) const { return path_ / name; }
    void write(const std::string& name, const std::string& content) const;
    std::string read(const std::string& name) const;
    // Everything in it, hidden files too: contents by name, "(folder)" for a folder.
    std::map<std::string, std::string> contents() const;

    // Runs the binary with this as its working folder.
    ProcessResult run(const Arguments& arguments, const std::string& input = "") const {
        return test::run(arguments, input, path_);
    }

  private:
    std::filesystem::path path_;
};

}  // namespace limbsmith::test
