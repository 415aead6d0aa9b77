// The exceptions of the runtime, one type for each reaction that a caller can take.
//
// Promises: every failure of the runtime is an Error whose what() is a sentence for people. The program turns
// the type into an exit code and prints the message.
#pragma once

#include <stdexcept>

#pragma GCC visibility push(default)

namespace limbsmith::runtime {

// A failure at run time: a kernel does not compile, a launch fails, memory runs out. Exit code 1.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Numbers do not fit in memory, on a GPU or on the host. Nothing was allocated; fewer numbers may fit. Exit
// code 1.
class OutOfMemory : public Error {
  public:
    using Error::Error;
};

// Wrong data or arguments; the same input fails again. Exit code 2.
class InputError : public Error {
  public:
    using Error::Error;
};

// The request is right, and limbsmith does not have it; the message names the nearest that it has. Exit code 3.
class Unsupported : public Error {
  public:
    using Error::Error;
};

// The work needs a CUDA device, and this machine lacks the device, its driver or NVRTC; the message says
// which one and what to do. The same work can run on the CPU.
class NoDevice : public Error {
  public:
    using Error::Error;
};

// Device and host compute different results: the device's compiler or driver translated right code wrongly.
// The error recurs on this device with this compiler. Exit code 4.
class WrongResult : public Error {
  public:
    using Error::Error;
};

}  // namespace limbsmith::runtime

#pragma GCC visibility pop
