#include "files/scratch_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include "files/target.hpp"
#include "files/temporary_files.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

const char* const shown_name = "a temporary file";

}  // namespace

ScratchFile::ScratchFile() {
    std::string name = (std::filesystem::temp_directory_path() / "limbsmith.XXXXXX").string();
    descriptor_ = mkstemp(name.data());
    if (descriptor_ < 0) throw Error(file_message("write", name, errno));
    unlink(name.c_str());
}

ScratchFile::~ScratchFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

void ScratchFile::append(std::string_view content) {
    write_all(descriptor_, content, shown_name);
    size_ += content.size();
}

void ScratchFile::read_at(uint64_t offset, std::span<char> to) const {
    for (size_t done = 0; done < to.size();) {
        const ssize_t got =
            pread(descriptor_, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw Error(file_message("read", shown_name, got < 0 ? errno : EIO));
        done += static_cast<size_t>(got);
    }
}

void write_all(int descriptor, std::string_view content, const std::filesystem::path& name) {
    const WholeStep step;
    while (!content.empty()) {
        const ssize_t put = ::write(descriptor, content.data(), content.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) throw Error(file_message("write", name, errno));
        content.remove_prefix(static_cast<size_t>(put));
    }
}

}  // namespace limbsmith::runtime
