// The option --device: where work runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jit/batch.hpp"

namespace limbsmith::cli {

inline constexpr const char* device_help =
    "auto (a GPU if there is one, else the CPU), cuda, cuda:N (GPU N, counted from 0), cpu; "
    "LIMBSMITH_DEVICE=cuda:N names the GPU of auto and cuda, LIMBSMITH_DEVICE=cpu forbids GPUs";

// Throws usage_error, unsupported for `all`.
place parse_device(const std::string& text);

// The means to compute a batch: a GPU, or on the host the interpreter of the generated code or GMP.
struct Means {
    place where = place::automatic;  // also place::all
    bool interprets = false;         // the interpreter is asked for, however long it takes
};
inline constexpr const char* means_help =
    "auto (a GPU if there is one, else the CPU), cuda, cuda:N (GPU N, counted from 0), all (every GPU), cpu "
    "(the interpreter of the generated code, or GMP where that would take more than a second and GMP is "
    "faster), interpreter; "
    "LIMBSMITH_DEVICE=cuda:N names the GPU of auto and cuda, LIMBSMITH_DEVICE=cpu forbids GPUs";
// The same as parse_device, and `all`, `interpreter`. Throws usage_error.
Means parse_means(const std::string& text);

// The GPU for a place; nullopt for the host, and for place::automatic without a GPU, with the reason in
// `why_not`. Throws NoDevice if a GPU is asked for and there is none.
std::optional<runtime::Device> choose_device(place where, std::string* why_not = nullptr);
// The same for a place that may be place::all: the GPUs, none for the host.
std::vector<runtime::Device> choose_devices(place where, std::string* why_not = nullptr);

}  // namespace limbsmith::cli
