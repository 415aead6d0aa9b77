// A variable of the environment that a test sets.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <optional>
#include <string>

namespace limbsmith::test {

// Restores the variable at its end. Null takes it away.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* before = getenv(name)) before_ = before;
        value ? setenv(name, value, 1) : unsetenv(name);
    }
    Variable(const char* name, const std::filesystem::path& value) : Variable(name, value.c_str()) {}
    ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace limbsmith::test
