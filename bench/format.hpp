// What every file of results says of itself, under "format".
#pragma once

namespace limbsmith::bench {

inline constexpr const char* results_format = "limbsmith bench 1";

}  // namespace limbsmith::bench
