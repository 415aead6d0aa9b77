// Runs a program and keeps what it prints.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace limbsmith::sass {

struct Finished {
    int status;  // the exit status; 127 where the program could not be started, 1 where a signal ended it
    std::string out, err;
};

// Runs `command`, found by PATH unless it is a path, with nothing to read, and waits for its end.
Finished run_program(const std::vector<std::string>& command);

// A folder of its own that goes with the object. Throws std::runtime_error where none can be made.
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

// Whole files. Throw std::runtime_error naming the file.
std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace limbsmith::sass
