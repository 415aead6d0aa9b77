// The sessions on which operations of arrays are tested, and how they refuse.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "limbsmith/session.hpp"

namespace limbsmith::test {

inline constexpr auto by_limbs = arrangement::limb_major, by_numbers = arrangement::number_major;

// One on the host, and one on a GPU if there is one.
inline std::vector<Session> sessions() {
    std::vector<Session> made{Session(place::host)};
    if (Session().where().is_gpu()) made.emplace_back(place::device);
    return made;
}

inline std::string refused(const std::function<void()>& call) {
    try {
        call();
    } catch (const runtime::InputError& error) {
        return error.what();
    }
    return "not refused";
}

}  // namespace limbsmith::test
