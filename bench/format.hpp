// The value of "format" in every file of results.
#pragma once

namespace limbsmith::bench {

inline constexpr const char* results_format = "limbsmith bench 1";

}  // namespace limbsmith::bench
