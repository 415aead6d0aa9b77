#include "cli/output.hpp"

#include <unistd.h>

#include "files/scratch_file.hpp"

namespace limbsmith::cli {

Output::Output(const std::string& path) {
    if (path != "-") file_.emplace(path);
}

void Output::append(std::string_view content) {
    if (file_) return file_->append(content);
    runtime::write_all(STDOUT_FILENO, content, "to standard output");
}

void Output::finish() {
    if (file_) file_->finish();
}

void Output::write(std::string_view content) {
    append(content);
    finish();
}

}  // namespace limbsmith::cli
