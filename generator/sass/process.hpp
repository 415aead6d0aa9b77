// Runs a program and captures its output.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace limbsmith::sass {

struct Finished {
    int status;  // exit status; 127 if not started, 1 if ended by a signal
    std::string out, err;
};

// Runs `command` (searched in PATH unless it is a path) with empty input, and waits for its end.
Finished run_program(const std::vector<std::string>& command);

// A temporary folder, removed with the object. Throws std::runtime_error if none can be created.
class Scratch {
  public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

  private:
    std::filesystem::path folder_;
};

// Read or write a whole file. Throw std::runtime_error naming the file.
std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace limbsmith::sass
