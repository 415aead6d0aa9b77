// How the host tells the kernels of take() and put() where the words lie. The kernels include it, too.
#pragma once

namespace limbsmith::session {

// Word i of number t is at words + i·limb + t·number.
struct Place {
    unsigned* words;
    unsigned long long limb, number;
};

constexpr int most_axes = 64;

// Number t stands for number first + Σ index[k]·step[k], where t counts through the indices, the last one fastest.
struct Axes {
    unsigned long long first;
    int count;
    unsigned long long extent[most_axes];
    long long step[most_axes];
};

}  // namespace limbsmith::session
