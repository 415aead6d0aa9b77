#include "cli/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

void require(bool is_written) {
    if (!is_written)
        throw Error(Exit::failed, fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace

Output::Output(const std::string& path) {
    if (path != "-") file_.emplace(path);
}

void Output::append(std::string_view content) {
    if (file_) return file_->append(content);
    require(std::fwrite(content.data(), 1, content.size(), stdout) == content.size());
}

void Output::finish() {
    if (file_) return file_->finish();
    require(std::fflush(stdout) == 0);
}

void Output::write(std::string_view content) {
    append(content);
    finish();
}

}  // namespace limbsmith::cli
