// What the runtime throws, one type for each thing a caller can do about it.
//
// Promises: every failure of the runtime is an Error whose what() is a sentence for people. Turning the type
// into an exit code and printing the message are left to the program.
#pragma once

#include <stdexcept>

namespace limbsmith::runtime {

// Something failed: a kernel did not compile, a launch went wrong, memory ran out. Exit code 1.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The user's data or arguments are wrong; running again with the same ones fails again. Exit code 2.
class InputError : public Error {
  public:
    using Error::Error;
};

// The work needs a CUDA device and this machine lacks the device, its driver or NVRTC; the message says which
// of them and what to do. The same work can be done on the CPU.
class NoDevice : public Error {
  public:
    using Error::Error;
};

// A device computes what the host does not: its compiler or driver made wrong code of right one. Running
// again fails again, on this device with this compiler. Exit code 4.
class WrongResult : public Error {
  public:
    using Error::Error;
};

}  // namespace limbsmith::runtime
