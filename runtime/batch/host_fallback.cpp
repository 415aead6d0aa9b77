#include "limbsmith/host_fallback.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

#include "limbsmith/error.hpp"

namespace limbsmith::detail {
namespace {

bool is_first(const std::string& work) {
    static std::mutex mutex;
    static std::set<std::string>* const said =
        new std::set<std::string>;  // never destroyed: static batches use it
    const std::lock_guard lock(mutex);
    return said->insert(work).second;
}

}  // namespace

void fall_back_to_host(const std::string& work, place gpu) {
    const char* variable = std::getenv("LIMBSMITH_HOST_FALLBACK");
    const std::string_view reaction = variable && *variable ? variable : "warn";
    if (reaction == "quiet") return;
    if (reaction != "warn" && reaction != "error")
        throw runtime::InputError("LIMBSMITH_HOST_FALLBACK=" + std::string(reaction) +
                                  " is not understood (warn, quiet, error)");
    const std::string why =
        work + ": the program has no kernel for these batches on " + to_string(gpu) +
        "; compile the call by nvcc, or link kernels (limbsmith generate --kernels batch)";
    if (reaction == "error") throw runtime::Error(why);
    if (is_first(work))
        std::fprintf(stderr, "limbsmith: %s. The numbers are copied to the host and computed there.\n",
                     why.c_str());
}

}  // namespace limbsmith::detail
