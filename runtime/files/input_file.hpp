// A file that is read from its beginning, by parts.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace limbsmith::runtime {

class InputFile {
  public:
    // `-` is standard input. Throws InputError, as all of these do, if the file cannot be read.
    explicit InputFile(std::filesystem::path path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    // The next bytes: how many came, 0 at the end.
    size_t read(std::span<char> to);
    // Leaves out the next bytes, as far as there are some.
    void skip(uint64_t bytes);
    // Bytes from any place of a regular file; may be called by several threads. requires: they are there.
    void read_at(uint64_t offset, std::span<char> to);
    // Only a regular file that is read from its first byte on has this.
    std::optional<uint64_t> size() const { return size_; }
    // The part of a regular file that is read, from 0 to 1; 0 for others.
    double progress() const { return size_ && *size_ ? double(done_) / double(*size_) : 0; }

  private:
    [[noreturn]] void refuse(int error) const;

    std::filesystem::path path_;
    int descriptor_;
    std::optional<uint64_t> size_;
    std::atomic<uint64_t> done_ = 0;
};

}  // namespace limbsmith::runtime
