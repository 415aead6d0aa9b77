#include "files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
    const int descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const auto refuse = [&] {
        const int error = errno;
        if (descriptor >= 0) close(descriptor);
        throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(error)));
    };
    if (descriptor < 0) refuse();
    std::string content;
    std::array<char, 1 << 18> buffer;
    for (;;) {
        const ssize_t got = read(descriptor, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) refuse();
        if (got == 0) break;
        content.append(buffer.data(), static_cast<size_t>(got));
    }
    close(descriptor);
    return content;
}

namespace {

std::string message(const fs::path& path) {
    return fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
}

// An open file that is closed, and removed unless it was kept.
class Temporary {
  public:
    // Opens `path` in place, or a new file beside it. Throws InputError.
    Temporary(const fs::path& path, bool in_place) : target_(path) {
        if (in_place) {
            descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
        } else {
            name_ = (path.parent_path() / ("." + path.filename().string() + ".XXXXXX")).string();
            descriptor_ = mkstemp(name_.data());
        }
        if (descriptor_ < 0) throw InputError(message(path));
        if (in_place) return;
        const mode_t mask = umask(0);
        umask(mask);
        fchmod(descriptor_, 0666 & ~mask);
    }
    ~Temporary() {
        if (descriptor_ >= 0) close(descriptor_);
        if (!name_.empty()) unlink(name_.c_str());
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    // Throws Error; then nothing is left behind.
    void write(const std::string& content) {
        for (size_t done = 0; done < content.size();) {
            const ssize_t put = ::write(descriptor_, content.data() + done, content.size() - done);
            if (put < 0 && errno == EINTR) continue;
            if (put < 0) throw Error(message(target_));
            done += static_cast<size_t>(put);
        }
    }
    void keep() {
        const int status = close(std::exchange(descriptor_, -1));
        if (status != 0) throw Error(message(target_));
        if (!name_.empty() && rename(name_.c_str(), target_.c_str()) != 0) throw Error(message(target_));
        name_.clear();
    }

  private:
    const fs::path& target_;
    std::string name_;
    int descriptor_ = -1;
};

}  // namespace

PendingFile::PendingFile(fs::path path) : path_(std::move(path)) {
    std::error_code none;
    const fs::file_status status = fs::status(path_, none);
    in_place_ = fs::exists(status) && !fs::is_regular_file(status);
    if (fs::is_symlink(fs::symlink_status(path_, none))) path_ = fs::weakly_canonical(path_, none);
    // an existing file that may not be written is not replaced either
    if (fs::exists(status) && access(path_.c_str(), W_OK) != 0) throw InputError(message(path_));
    if (fs::is_directory(status)) {
        throw InputError(fmt::format("cannot write {}: it is a folder", path_.string()));
    }
    // opening a pipe twice would end it for its reader
    if (!in_place_) Temporary trial(path_, in_place_);
}

void PendingFile::write(const std::string& content) {
    Temporary file(path_, in_place_);
    file.write(content);
    file.keep();
}

}  // namespace limbsmith::runtime
