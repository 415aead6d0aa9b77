// Must not compile: a batch of another type, with and without -DRESULT.
#include "limbsmith/apply.hpp"
#include "u131.cuh"

void wrong(limbsmith::batch<u131::num>& a, limbsmith::batch<u131::wide>& w) {
#if defined(RESULT)
    limbsmith::apply(u131::ops::mul{}, a, a, a);
#else
    limbsmith::apply(u131::ops::mul{}, w, a, w);
#endif
}
