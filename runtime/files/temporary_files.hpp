// The temporary files of this process and its unfinished writes, so that a program that ends early leaves nothing half done.
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

// Lives while a thread does what should not be half done when the program ends: it creates a file whose name is not yet
// remembered, or writes lines. Once the program ends, no such step begins: the thread stops here.
class WholeStep {
  public:
    WholeStep() noexcept;
    ~WholeStep();
    WholeStep(const WholeStep&) = delete;
    WholeStep& operator=(const WholeStep&) = delete;
};

// Removes all that are remembered, for a program that ends now, after the steps of other threads that should be whole, but for
// those that take longer than a second, such as writes to a pipe that nobody reads. A handler of signals may call it.
void remove_temporary_files() noexcept;

}  // namespace limbsmith::runtime
