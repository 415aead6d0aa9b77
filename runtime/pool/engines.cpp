#include "pool/engines.hpp"

#include "limbsmith/error.hpp"
#include "pool/host.hpp"

namespace limbsmith::pool {

std::unique_ptr<Engine> engine_at(place where, std::string* why_not) {
    if (where != place::automatic && where != place::host)
        throw runtime::NoDevice("pools compute on the host");
    if (why_not) *why_not = "pools compute on the host";
    return std::make_unique<Host>();
}

}  // namespace limbsmith::pool
