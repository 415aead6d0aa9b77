// The generator's errors; each knows the exit code the command line ends with.
#pragma once

#include <stdexcept>
#include <string>

namespace limbsmith {

enum class Exit : int { done = 0, failed = 1, usage = 2, unsupported = 3, refuted = 4 };

class Error : public std::runtime_error {
  public:
    Error(Exit code, const std::string& message) : std::runtime_error(message), code_(code) {}
    Exit code() const { return code_; }

  private:
    Exit code_;
};

inline Error usage_error(const std::string& message) { return {Exit::usage, message}; }
inline Error unsupported(const std::string& message) { return {Exit::unsupported, message}; }

}  // namespace limbsmith
