// Points that satisfy all that limits are found from: where one is above a limit, no way of finding it can succeed.
//
// Promises: each point is a run of the program in which values of the polynomial are moved, as if they were free, within
// their ranges and the limits on numbers. A limit that a point refutes does not follow from those.
#pragma once

#include <unordered_map>
#include <vector>

#include "derive/search/builder.hpp"
#include "derive/search/number_index.hpp"

namespace limbsmith::derive {

struct Range;
using Ranges = std::unordered_map<Variable, Range>;

class Points {
  public:
    // requires: all of them outlive the points.
    Points(const Ranges& ranges, const NumberIndex& numbers, const Builder& builder)
        : ranges_(ranges), numbers_(numbers), builder_(builder) {}

    // Forgets the numbers from this place on.
    void keep(size_t places);
    // Whether the polynomial is above the limit at some point.
    bool refute(const Polynomial& polynomial, const mpz_class& limit);

  private:
    class Climb;
    const std::optional<mpz_class>& slack(size_t run, size_t place);

    const Ranges& ranges_;
    const NumberIndex& numbers_;
    const Builder& builder_;
    std::vector<std::vector<std::optional<mpz_class>>> slacks_;  // of each run: the numbers in it
};

}  // namespace limbsmith::derive
