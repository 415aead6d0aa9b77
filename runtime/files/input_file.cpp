#include "files/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "files/target.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
    const Target target = path_ == "-" ? Target{path_, STDIN_FILENO} : target_of(path_);
    descriptor_ = target.descriptor ? dup(*target.descriptor) : open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) refuse(errno);
    struct stat found {};
    if (fstat(descriptor_, &found) == 0 && S_ISREG(found.st_mode) && lseek(descriptor_, 0, SEEK_CUR) == 0)
        size_ = static_cast<uint64_t>(found.st_size);
}

InputFile::~InputFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

void InputFile::refuse(int error) const { throw InputError(file_message("read", path_, error)); }

size_t InputFile::read(std::span<char> to) {
    for (;;) {
        const ssize_t got = ::read(descriptor_, to.data(), to.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) refuse(errno);
        done_ += static_cast<uint64_t>(got);
        return static_cast<size_t>(got);
    }
}

void InputFile::skip(uint64_t bytes) {
    std::array<char, 1 << 16> left_out;
    while (bytes > 0) {
        const size_t got = read(std::span(left_out).first(std::min<uint64_t>(bytes, left_out.size())));
        if (got == 0) return;
        bytes -= got;
    }
}

void InputFile::read_at(uint64_t offset, std::span<char> to) {
    for (size_t done = 0; done < to.size();) {
        const ssize_t got =
            pread(descriptor_, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) refuse(got < 0 ? errno : EIO);
        done += static_cast<size_t>(got);
    }
    done_ += to.size();
}

}  // namespace limbsmith::runtime
