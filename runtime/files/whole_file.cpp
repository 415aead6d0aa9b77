#include "files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

#include "files/temporary_files.hpp"
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

// An open file that is closed on destruction; a temporary one is removed unless kept. Messages call it `name`.
class PendingFile::Open {
  public:
    Open(int descriptor, const fs::path& name) : descriptor_(descriptor), name_(name) {
        if (descriptor_ < 0) throw InputError(message("write", name_, errno));
    }
    // A new file beside `file`.
    static std::unique_ptr<Open> beside(const fs::path& file, const fs::path& name) {
        std::string temporary = (file.parent_path() / ("." + file.filename().string() + ".XXXXXX")).string();
        auto open = std::make_unique<Open>(mkstemp(temporary.data()), name);
        open->temporary_ = std::move(temporary);
        open->remembered_.emplace(open->temporary_);
        return open;
    }
    // A new file without a name.
    static std::unique_ptr<Open> nameless(const fs::path& name) {
        std::string temporary = (fs::temp_directory_path() / "limbsmith.XXXXXX").string();
        auto open = std::make_unique<Open>(mkstemp(temporary.data()), name);
        unlink(temporary.c_str());
        return open;
    }
    ~Open() {
        if (descriptor_ >= 0) close(descriptor_);
        if (!temporary_.empty()) unlink(temporary_.c_str());
    }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

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

    // These throw Error.
    void append(std::string_view content) {
        put(content, [&](const char* from, size_t size, size_t) { return ::write(descriptor_, from, size); });
    }
    void write_at(uint64_t offset, std::string_view content) {
        put(content, [&](const char* from, size_t size, size_t done) {
            return pwrite(descriptor_, from, size, static_cast<off_t>(offset + done));
        });
    }
    // Appends what is in another file.
    void append(Open& other) {
        std::vector<char> buffer(1 << 20);
        off_t done = 0;
        for (ssize_t got; (got = pread(other.descriptor_, buffer.data(), buffer.size(), done)) > 0;
             done += got)
            append({buffer.data(), static_cast<size_t>(got)});
    }
    void keep_as(const fs::path& file) {
        const int status = close(std::exchange(descriptor_, -1));
        if (status != 0) throw Error(message("write", name_, errno));
        if (!temporary_.empty() && rename(temporary_.c_str(), file.c_str()) != 0)
            throw Error(message("write", name_, errno));
        temporary_.clear();
    }

  private:
    template <class Write>
    void put(std::string_view content, Write write) {
        for (size_t done = 0; done < content.size();) {
            const ssize_t put = write(content.data() + done, content.size() - done, done);
            if (put < 0 && errno == EINTR) continue;
            if (put < 0) throw Error(message("write", name_, errno));
            done += static_cast<size_t>(put);
        }
    }

    int descriptor_;
    const fs::path name_;
    std::string temporary_;
    std::optional<TemporaryName> remembered_;
};

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
    const std::unique_ptr<Open> trial = Open::beside(file_, name_);
    in_place_ = before_ && !trial->be_like(*before_);
}

PendingFile::~PendingFile() = default;
PendingFile::PendingFile(PendingFile&&) noexcept = default;

bool PendingFile::is_stream() const { return descriptor_ || (before_ && !S_ISREG(before_->st_mode)); }

std::unique_ptr<PendingFile::Open> PendingFile::open_place() const {
    return std::make_unique<Open>(
        descriptor_ ? dup(*descriptor_) : open(file_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC), name_);
}

// What is written in place is collected in a nameless file first, but for streams that need not be.
PendingFile::Open& PendingFile::opened(bool is_collected) {
    if (open_) return *open_;
    const bool is_here = in_place_ || descriptor_;
    is_collected_ = is_here && (is_collected || !is_stream());
    if (is_collected_) {
        open_ = Open::nameless(name_);
    } else if (is_here) {
        open_ = open_place();
    } else {
        open_ = Open::beside(file_, name_);
        if (before_)
            open_->be_like(*before_);
        else
            open_->be_new();
    }
    return *open_;
}

void PendingFile::append(std::string_view content) { opened(false).append(content); }

void PendingFile::write_at(uint64_t offset, std::string_view content) {
    opened(true).write_at(offset, content);
}

void PendingFile::finish() {
    opened(false);
    if (is_collected_) {
        const std::unique_ptr<Open> place = open_place();
        place->append(*open_);
        place->keep_as(file_);
    } else {
        open_->keep_as(file_);
    }
    open_.reset();
}

void PendingFile::write(std::string_view content) {
    append(content);
    finish();
}

}  // namespace limbsmith::runtime
