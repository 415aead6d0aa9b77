// Facts that are stated by their sources alone: the claim of a step is computed from these.
//
// Promises: steps that follow, or a Gap.
#pragma once

#include <string>

#include "derive/search/builder.hpp"

namespace limbsmith::derive {

// An argument that does not go through, and where.
struct Gap {
    std::string what;
};

// The terms that a step adds up.
struct Parts {
    std::vector<check::Product> products;
    std::vector<check::Multiple> zeros;
    Parts& operator+=(const Parts& other);
};
Parts operator+(Parts x, const Parts& y);
// scale·(product of facts), factor·zero
Parts bounds(const mpz_class& scale, std::vector<Id> facts);
Parts multiple(Id zero, Polynomial factor);
// The zeros, with another factor.
Parts times_of(const Parts& zeros, const Polynomial& factor);

// The bounds, with another scale.
Parts times_bounds(const mpz_class& scale, Parts bounds);

// The sum of the parts.
Polynomial sum_of_parts(const Builder& builder, const Parts& parts);
// The sum of the parts is 0, or is not negative.
Id sum_of(Builder& builder, const Parts& parts);
Id bound_of(Builder& builder, const Parts& parts);
// x >= 0, since the parts leave a constant below n from n·x.
Id at_least_zero(Builder& builder, const mpz_class& n, const Polynomial& x, const Parts& parts);
// x = 0, since both parts leave constants below n from n·x and from -n·x.
Id zero_between(Builder& builder, const mpz_class& n, const Polynomial& x, const Parts& above,
                const Parts& below);
// A new value that equals the polynomial: value - polynomial = 0.
struct Named {
    Variable value;
    Id zero;
};
Named name(Builder& builder, const Polynomial& polynomial);

}  // namespace limbsmith::derive
