// Words that routines compute, as C++.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::emit {

// The operator of a scalar with two operands.
std::string_view sign_of(ir::Scalar::Kind kind);

// How a place is written.
using PlaceText = std::function<std::string(const ir::Place&)>;

class ScalarText {
  public:
    ScalarText(const ir::Routine& routine, PlaceText place);

    // The value: an int where it is a sum or product of integers alone, else a uint32_t. A quotient, a shift or an order of
    // integers is one of words, as the description means it; so is a sum or product with an integer that is no input and no
    // counter of a loop, as it could leave the range of int.
    std::string value(const ir::Scalar& scalar) const { return text(scalar, true); }
    // The same where only whether it is 0 matters: comparisons as they are.
    std::string condition(const ir::Scalar& scalar) const { return text(scalar, false); }
    // The value for a variable of this kind.
    std::string converted(const ir::Scalar& scalar, ir::Variable::Kind to) const;
    // Whether its value is a uint32_t.
    bool is_word(const ir::Scalar& scalar) const;
    // Whether it is made of integers and numbers alone.
    bool is_of_integers(const ir::Scalar& scalar) const;

  private:
    std::string text(const ir::Scalar& scalar, bool as_word) const;
    std::string choice(const ir::Scalar& scalar, bool as_word) const;
    // In parentheses unless C++ and its readers need none there.
    std::string operand(const ir::Scalar& scalar, ir::Scalar::Kind parent, bool is_left, bool as_word) const;

    bool has_free_integer(const ir::Scalar& scalar) const;

    const ir::Routine& routine_;
    PlaceText place_;
    std::vector<bool> is_bounded_;  // by variable: inputs and counters
};

}  // namespace limbsmith::emit
