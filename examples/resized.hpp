// Conversions between generated types of numbers, as operations of batches.
#pragma once

#include <limbsmith/layout.hpp>

// A number of more words, the upper ones 0, or of fewer: x mod 2^(32·words).
template <class To>
struct resized {
    template <class From>
    LIMBSMITH_VIEW To operator()(const From& x) const {
        To r;
        for (int i = 0; i < limbsmith::words_of<To>::value; ++i)
            limbsmith::words(r)[i] = i < limbsmith::words_of<From>::value ? limbsmith::words(x)[i] : 0;
        return r;
    }
};

// The remainder of a division, as another type.
template <class To>
struct remainder_of {
    template <class Both>
    LIMBSMITH_VIEW To operator()(const Both& x) const {
        return resized<To>()(x.remainder);
    }
};
