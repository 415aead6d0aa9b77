#include "files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

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

PendingFile::PendingFile(fs::path path) : path_(std::move(path)) {
    std::error_code none;
    const fs::file_status status = fs::status(path_, none);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        if (fs::is_symlink(fs::symlink_status(path_, none))) path_ = fs::weakly_canonical(path_, none);
        const std::string beside =
            (path_.parent_path() / ("." + path_.filename().string() + ".XXXXXX")).string();
        // an existing file that may not be written is not replaced either
        if (fs::exists(status) && access(path_.c_str(), W_OK) != 0) {
            throw InputError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
        }
        std::string name = beside;
        descriptor_ = mkstemp(name.data());
        if (descriptor_ >= 0) {
            temporary_ = name;
            const mode_t mask = umask(0);
            umask(mask);
            fchmod(descriptor_, 0666 & ~mask);
        }
    }
    if (descriptor_ < 0)
        throw InputError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
}

PendingFile::~PendingFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

void PendingFile::write(const std::string& content) {
    const auto fail = [&] {
        throw Error(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
    };
    for (size_t done = 0; done < content.size();) {
        const ssize_t put = ::write(descriptor_, content.data() + done, content.size() - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) fail();
        done += static_cast<size_t>(put);
    }
    const int status = close(descriptor_);
    descriptor_ = -1;
    if (status != 0) fail();
    if (!temporary_.empty() && rename(temporary_.c_str(), path_.c_str()) != 0) fail();
    temporary_.clear();
}

}  // namespace limbsmith::runtime
