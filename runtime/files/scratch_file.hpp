// A file without a name, for data that does not fit in memory; it ends with its object.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace limbsmith::runtime {

class ScratchFile {
  public:
    // In the folder for temporary files. Throws Error if there can be none.
    ScratchFile();
    ~ScratchFile();
    ScratchFile(ScratchFile&&) noexcept;

    uint64_t size() const { return size_; }
    // These throw Error.
    void append(std::string_view content);
    // requires: as many bytes are there.
    void read_at(uint64_t offset, std::span<char> to) const;

  private:
    int descriptor_;
    uint64_t size_ = 0;
};

// Writes all of it to an open file; a signal that ends the program lets it finish. Throws Error, which calls the file `name`.
void write_all(int descriptor, std::string_view content, const std::filesystem::path& name);

}  // namespace limbsmith::runtime
