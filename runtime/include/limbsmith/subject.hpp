// What a self-check is of: a function, its code, and the machine that runs it.
#pragma once

#include <string>

#include "limbsmith/error.hpp"

namespace limbsmith::check {

struct subject {
    std::string function;  // fe25519::mul
    std::string code;      // what decides the machine code beside the compiler, or a digest of it
    std::string device, driver, compiler;

    // All of it, a line each, after limbsmith's version.
    std::string text() const;

    // Whether it is to be checked: it was not right before, and LIMBSMITH_SELF_CHECK=off does not forbid it.
    bool is_due() const;
    // After a check: remembers that nothing differs. Errors: runtime::WrongResult where something does, with
    // all that a user can report.
    void conclude(const std::string& difference) const;
};

// On the device that batches are on. requires: there is one.
subject on_device(std::string function, std::string code, std::string compiler);

}  // namespace limbsmith::check
