// Text files that are compressed as by gzip.
#pragma once

#include <zlib.h>

#include <array>
#include <filesystem>
#include <istream>
#include <ostream>
#include <streambuf>

namespace limbsmith::engine {

class GzipBuffer : public std::streambuf {
  public:
    // `mode` as for gzopen.
    GzipBuffer(const std::filesystem::path& path, const char* mode);
    ~GzipBuffer() override;
    GzipBuffer(const GzipBuffer&) = delete;
    GzipBuffer& operator=(const GzipBuffer&) = delete;

    bool is_open() const { return file_ != nullptr; }
    // Returns whether everything has been written. Nothing can be read or written afterwards.
    bool close();

  protected:
    int_type underflow() override;
    int_type overflow(int_type next) override;
    int sync() override;

  private:
    gzFile file_;
    std::array<char, 1 << 16> buffer_;
};

// Reads such a file, or one that is not compressed. It is bad() at the place where a compressed file is damaged or cut
// off, and fails at once if it cannot be opened.
class GzipReader : public std::istream {
  public:
    explicit GzipReader(const std::filesystem::path& path);

  private:
    GzipBuffer buffer_;
};

class GzipWriter : public std::ostream {
  public:
    explicit GzipWriter(const std::filesystem::path& path);
    // Returns whether the file is complete.
    bool close();

  private:
    GzipBuffer buffer_;
};

}  // namespace limbsmith::engine
