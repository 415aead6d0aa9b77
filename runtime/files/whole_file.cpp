#include "files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "files/input_file.hpp"
#include "files/target.hpp"
#include "files/temporary_files.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {

namespace fs = std::filesystem;

namespace {

std::string read_all(const fs::path& path, bool is_text) {
    InputFile file(path);
    std::string content, buffer(1 << 18, '\0');
    while (const size_t got = file.read(buffer)) {
        content.append(buffer, 0, got);
        if (is_text && std::string_view(buffer).substr(0, got).find('\0') != std::string_view::npos) break;
    }
    return content;
}

}  // namespace

std::string read_file(const fs::path& path) { return read_all(path, false); }
std::string read_text_file(const fs::path& path) { return read_all(path, true); }

// An open file that is closed on destruction; a temporary one is removed unless kept. Messages call it `name`.
class PendingFile::Open {
  public:
    Open(int descriptor, const fs::path& name) : descriptor_(descriptor), name_(name) {
        if (descriptor_ < 0) throw InputError(file_message("write", name_, errno));
    }
    // A new file beside `file`.
    static std::unique_ptr<Open> beside(const fs::path& file, const fs::path& name) {
        const std::string last = fmt::format(".{}.XXXXXX", file.filename().string());
        std::string temporary = (file.parent_path() / last).string();
        std::unique_ptr<Open> open(new Open(name));
        // from here to the name that is remembered nothing is allocated, so no file is left if memory runs out
        const WholeStep step;
        open->descriptor_ = mkstemp(temporary.data());
        if (open->descriptor_ < 0) throw InputError(file_message("write", name, errno));
        open->temporary_ = std::move(temporary);
        open->remembered_.emplace(open->temporary_);
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

    // Throws Error.
    void append(std::string_view content) { write_all(descriptor_, content, name_); }
    void keep_as(const fs::path& file) {
        const int status = close(std::exchange(descriptor_, -1));
        if (status != 0) throw Error(file_message("write", name_, errno));
        if (!temporary_.empty() && rename(temporary_.c_str(), file.c_str()) != 0)
            throw Error(file_message("write", name_, errno));
        temporary_.clear();
    }

  private:
    explicit Open(const fs::path& name) : name_(name) {}

    int descriptor_ = -1;
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
        throw InputError(file_message("write", name_, errno));
    }
    if (before_ && S_ISDIR(before_->st_mode))
        throw InputError(fmt::format("cannot write {}: it is a folder", name_.string()));
    // an existing file that is not writable is not replaced
    if (before_ && access(file_.c_str(), W_OK) != 0) throw InputError(file_message("write", name_, errno));
    // opening a pipe twice would end it for its reader
    in_place_ = before_ && (!S_ISREG(before_->st_mode) || before_->st_nlink > 1);
    if (in_place_) return;
    const std::unique_ptr<Open> trial = Open::beside(file_, name_);
    in_place_ = before_ && !trial->be_like(*before_);
}

PendingFile::~PendingFile() = default;
PendingFile::PendingFile(PendingFile&&) noexcept = default;

bool PendingFile::is_collected() const { return in_place_ && S_ISREG(before_->st_mode); }

std::unique_ptr<PendingFile::Open> PendingFile::open_place() const {
    return std::make_unique<Open>(
        descriptor_ ? dup(*descriptor_) : open(file_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC), name_);
}

// Content for a file that is written in place is collected first; streams need not be.
void PendingFile::append(std::string_view content) {
    if (is_collected()) {
        if (!collected_) collected_.emplace();
        return collected_->append(content);
    }
    if (!open_) open_ = is_here() ? open_place() : open_beside();
    open_->append(content);
}

std::unique_ptr<PendingFile::Open> PendingFile::open_beside() const {
    std::unique_ptr<Open> open = Open::beside(file_, name_);
    if (before_)
        open->be_like(*before_);
    else
        open->be_new();
    return open;
}

void PendingFile::finish() {
    append({});
    if (!open_) open_ = open_place();
    if (collected_) {
        std::string buffer(1 << 20, '\0');
        for (uint64_t done = 0; done < collected_->size(); done += buffer.size()) {
            buffer.resize(std::min<uint64_t>(buffer.size(), collected_->size() - done));
            collected_->read_at(done, buffer);
            open_->append(buffer);
        }
    }
    open_->keep_as(file_);
    open_.reset();
}

void PendingFile::write(std::string_view content) {
    append(content);
    finish();
}

}  // namespace limbsmith::runtime
