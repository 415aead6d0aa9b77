// Where the name of a file leads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace limbsmith::runtime {

// The target of a name whose links are followed: a file, or an open file of this process (/dev/stdout, /dev/fd/3).
struct Target {
    std::filesystem::path file;
    std::optional<int> descriptor{};
};

// A dangling link leads to the missing file; a cycle is not resolved.
Target target_of(const std::filesystem::path& name);

// `cannot read a.txt: No such file or directory`
std::string file_message(const char* what, const std::filesystem::path& name, int error);

}  // namespace limbsmith::runtime
