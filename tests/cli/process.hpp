// Runs the limbsmith binary as a process, with arguments, standard input, a working folder and files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace limbsmith::test {

using Arguments = std::vector<std::string>;

struct ProcessResult {
    int exit_code = 0;  // minus the signal if one ended it
    std::string out, err;
};

// $LIMBSMITH_BINARY, or the binary of this build.
std::filesystem::path binary();

// Runs the binary without a shell, with `input` on its standard input, and waits for its end. Throws
// std::system_error if it cannot be started.
ProcessResult run(const Arguments& arguments, const std::string& input = "",
                  const std::filesystem::path& folder = ".");

// A temporary folder, removed with its contents.
class TempFolder {
  public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    std::filesystem::path path(const std::string& name) const { return path_ / name; }
    void write(const std::string& name, const std::string& content) const;
    std::string read(const std::string& name) const;
    // All its contents by name, hidden files included; "(folder)" for a folder.
    std::map<std::string, std::string> contents() const;

    // Runs the binary with this as its working folder.
    ProcessResult run(const Arguments& arguments, const std::string& input = "") const {
        return test::run(arguments, input, path_);
    }

  private:
    std::filesystem::path path_;
};

}  // namespace limbsmith::test
