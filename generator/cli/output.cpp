#include "cli/output.hpp"

#include <cstdio>

#include "spec/error.hpp"

namespace limbsmith::cli {

Output::Output(const std::string& path) {
    if (path != "-") file_.emplace(path);
}

void Output::write(const std::string& content) {
    if (file_) {
        file_->write(content);
        return;
    }
    const bool all = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
    if (!all || std::fflush(stdout) != 0) throw Error(Exit::failed, "cannot write to standard output");
}

}  // namespace limbsmith::cli
