#include "files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // links followed, as the kernel does

// The target of a name whose links are followed: a file, or an open file of this process (/dev/stdout,
// /dev/fd/3).
struct Target {
    fs::path file;
    std::optional<int> descriptor{};
};

std::optional<int> as_number(const std::string& text) {
    int number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// A dangling link leads to the missing file; a cycle is not resolved.
Target target_of(const fs::path& name) {
    std::error_code none;
    const fs::path descriptors = fs::canonical("/proc/self/fd", none);
    fs::path file = name;
    for (int links = 0; links < most_links; ++links) {
        const fs::path folder = fs::canonical(fs::absolute(file, none).parent_path(), none);
        if (!folder.empty() && folder == descriptors) return {file, as_number(file.filename())};
        if (!fs::is_symlink(fs::symlink_status(file, none))) return {file};
        file = file.parent_path() / fs::read_symlink(file, none);
    }
    return {name};
}

std::string message(const char* what, const fs::path& name, int error) {
    return fmt::format("cannot {} {}: {}", what, name.empty() ? "''" : name.string(), std::strerror(error));
}

}  // namespace

std::string read_file(const fs::path& path) {
    const Target target = path == "-" ? Target{path, STDIN_FILENO} : target_of(path);
    const int descriptor =
        target.descriptor ? dup(*target.descriptor) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const auto refuse = [&] {
        const int error = errno;
        if (descriptor >= 0) close(descriptor);
        throw InputError(message("read", path, error));
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

// An open file that is closed on destruction, and removed unless kept. Messages call it `name`.
class OpenFile {
  public:
    OpenFile(int descriptor, const fs::path& name, std::string temporary = {})
        : descriptor_(descriptor), name_(name), temporary_(std::move(temporary)) {
        if (descriptor_ < 0) throw InputError(message("write", name_, errno));
    }
    // A new file beside `file`.
    static OpenFile beside(const fs::path& file, const fs::path& name) {
        std::string temporary = (file.parent_path() / ("." + file.filename().string() + ".XXXXXX")).string();
        const int descriptor = mkstemp(temporary.data());
        return {descriptor, name, temporary};
    }
    ~OpenFile() {
        if (descriptor_ >= 0) close(descriptor_);
        if (!temporary_.empty()) unlink(temporary_.c_str());
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    // Takes over owner and permissions of another file; returns false if the owner cannot be set.
    bool be_like(const struct stat& other) {
        struct stat own {};
        fstat(descriptor_, &own);
        const bool is_owned = own.st_uid == other.st_uid && own.st_gid == other.st_gid;
        if (!is_owned && fchown(descriptor_, other.st_uid, other.st_gid) != 0) return false;
        return fchmod(descriptor_, other.st_mode & 07777) == 0;
    }
    void be_new() {
        const mode_t mask = umask(0);
        umask(mask);
        fchmod(descriptor_, 0666 & ~mask);
    }

    // Throws Error; then the temporary is removed.
    void write(const std::string& content) {
        for (size_t done = 0; done < content.size();) {
            const ssize_t put = ::write(descriptor_, content.data() + done, content.size() - done);
            if (put < 0 && errno == EINTR) continue;
            if (put < 0) throw Error(message("write", name_, errno));
            done += static_cast<size_t>(put);
        }
    }
    void keep_as(const fs::path& file) {
        const int status = close(std::exchange(descriptor_, -1));
        if (status != 0) throw Error(message("write", name_, errno));
        if (!temporary_.empty() && rename(temporary_.c_str(), file.c_str()) != 0)
            throw Error(message("write", name_, errno));
        temporary_.clear();
    }

  private:
    int descriptor_;
    const fs::path& name_;
    std::string temporary_;
};

}  // namespace

PendingFile::PendingFile(fs::path name) : name_(std::move(name)) {
    if (name_.empty()) throw InputError("cannot write a file without a name");
    Target target = target_of(name_);
    file_ = std::move(target.file);
    descriptor_ = target.descriptor;
    if (descriptor_) return;
    struct stat found {};
    if (stat(file_.c_str(), &found) == 0) {
        before_ = found;
    } else if (errno != ENOENT) {
        throw InputError(message("write", name_, errno));
    }
    if (before_ && S_ISDIR(before_->st_mode))
        throw InputError(fmt::format("cannot write {}: it is a folder", name_.string()));
    // an existing file that is not writable is not replaced
    if (before_ && access(file_.c_str(), W_OK) != 0) throw InputError(message("write", name_, errno));
    // opening a pipe twice would end it for its reader
    in_place_ = before_ && (!S_ISREG(before_->st_mode) || before_->st_nlink > 1);
    if (in_place_) return;
    OpenFile trial = OpenFile::beside(file_, name_);
    in_place_ = before_ && !trial.be_like(*before_);
}

void PendingFile::write(const std::string& content) {
    if (descriptor_ || in_place_) {
        OpenFile file(descriptor_ ? dup(*descriptor_) : open(file_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC),
                      name_);
        file.write(content);
        file.keep_as(file_);
        return;
    }
    OpenFile file = OpenFile::beside(file_, name_);
    if (before_)
        file.be_like(*before_);
    else
        file.be_new();
    file.write(content);
    file.keep_as(file_);
}

}  // namespace limbsmith::runtime
