// The temporary files of this process, so that a program that ends early can remove them.
#pragma once

#include <string>

namespace limbsmith::runtime {

// A name that is remembered as long as this lives; it does not remove the file. If there are many at a time, or very long
// names, some are not remembered.
class TemporaryName {
  public:
    explicit TemporaryName(const std::string& path) noexcept;
    ~TemporaryName();
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;

  private:
    int place_;
};

// Lives while a file is created, until its name is remembered. Once the program ends no file is created: the thread stops here.
class TemporaryCreation {
  public:
    TemporaryCreation() noexcept;
    ~TemporaryCreation();
    TemporaryCreation(const TemporaryCreation&) = delete;
    TemporaryCreation& operator=(const TemporaryCreation&) = delete;
};

// Removes all that are remembered, for a program that ends now, after those that are being created. A handler of signals may
// call it.
void remove_temporary_files() noexcept;

}  // namespace limbsmith::runtime
