// Where numbers are and work runs: the host, or one of the machine's GPUs.
//
// Promises: a place is a name and owns nothing; it may name a GPU that the machine does not have. Blocks and
// streams (memory.hpp) look for the GPU, and throw NoDevice if there is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "limbsmith/error.hpp"

#pragma GCC visibility push(default)

namespace limbsmith {

class place {
  public:
    // `device`: the standard GPU: the one that LIMBSMITH_DEVICE names (cuda:1), else GPU 0.
    // `automatic`: the standard GPU if there is one and the program has code for it, else the host.
    // `all`: every GPU of the machine, for sessions alone (session.hpp); elsewhere one is wanted, and this is NoDevice.
    static const place automatic, device, host, all;

    // GPU `ordinal`, as CUDA counts them from 0; CUDA_VISIBLE_DEVICES applies.
    // Errors: runtime::InputError if ordinal < 0.
    static constexpr place gpu(int ordinal) {
        if (ordinal < 0) throw runtime::InputError("place::gpu: GPUs are counted from 0");
        return place(ordinal);
    }

    constexpr bool is_gpu() const { return value_ >= 0; }
    // requires: is_gpu().
    constexpr int ordinal() const { return value_; }

    friend constexpr bool operator==(place a, place b) { return a.value_ == b.value_; }
    friend constexpr bool operator!=(place a, place b) { return a.value_ != b.value_; }

  private:
    constexpr explicit place(int value) : value_(value) {}
    int value_;  // an ordinal, or one of the values below
};

inline constexpr place place::all{-4};
inline constexpr place place::automatic{-3};
inline constexpr place place::device{-2};
inline constexpr place place::host{-1};

// `auto`, `cuda`, `cpu`, `cuda:1`, as command lines and LIMBSMITH_DEVICE say it; nullopt for any other text, also for `all`, which
// is for sessions alone.
std::optional<place> parse_place(std::string_view text);
std::string to_string(place where);

}  // namespace limbsmith

#pragma GCC visibility pop
