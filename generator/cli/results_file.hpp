// Files of results that `limbsmith report` draws: those of `limbsmith bench --json`, bench-sums, bench-groups and bench-dots.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace limbsmith::cli {

using Json = nlohmann::ordered_json;

// The results in the file at `path`, - for standard input. Every member that a page shows is there and has its type. Throws
// InputError, naming the file and the first member that does not.
Json read_results(const std::string& path);

}  // namespace limbsmith::cli
