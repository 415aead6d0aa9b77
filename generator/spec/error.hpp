// The errors of the generator. Each has an exit code of the command line.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace limbsmith {

// usage: the request is ill-formed: an unknown word, not a number, a contradiction. unsupported: the request
// is well-formed, but limbsmith cannot fulfil it; the message names the nearest possible one. refuted: a
// check or a proof failed.
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

// `1 limb`, `5 limbs`, for messages.
inline std::string counted(size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace limbsmith
