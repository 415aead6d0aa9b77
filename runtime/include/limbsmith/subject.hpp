// The subject of a self-check: a function, its code, and the machine that runs it.
#pragma once

#include <string>

#include "limbsmith/error.hpp"
#include "limbsmith/place.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::self_check {

struct subject {
    std::string function;  // fe25519::mul
    std::string code;      // a digest of all that determines the machine code, besides the compiler
    std::string device, driver, compiler;

    // All members, one a line, after limbsmith's version.
    std::string text() const;

    // Whether a check is needed: none succeeded before, and LIMBSMITH_SELF_CHECK=off is not set.
    bool is_due() const;
    // Ends a check: records success if `difference` is empty.
    // Errors: runtime::WrongResult with all that a user can report, if it is not empty.
    void conclude(const std::string& difference) const;
};

// The subject on a GPU. Its device is the model: equal GPUs of a machine share a record.
// requires: there is such a GPU.
subject on_device(place gpu, std::string function, std::string code, std::string compiler);

}  // namespace limbsmith::self_check

#pragma GCC visibility pop
