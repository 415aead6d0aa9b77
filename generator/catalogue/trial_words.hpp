// How the number of a test case lies in the words of a loop's parameter.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::catalogue {

// A parameter with a value for each case.
struct TrialParameter {
    const ir::Variable* variable;
    int lanes;
    size_t rows;           // of one value: words, of all lanes; or bytes
    bool is_each = false;  // an array of numbers: an element is the value of a case

    bool is_bytes() const { return variable->kind == ir::Variable::Kind::byte; }
    // Signed, and wider than the words of one lane.
    bool is_carried() const { return variable->representation.is_carried(); }
};

// `elements`: how many values an array of the caller's size has.
TrialParameter trial_parameter(const ir::Variable& variable, int lanes, size_t elements);

// The words of a value, a byte in a word each for bytes. A carried number has several forms, of which `form` chooses one: carries
// wait where the contracts of lanes allow it.
std::vector<uint32_t> words_of(const TrialParameter& parameter, const mpz_class& value, size_t form);
// The value of a result. Throws std::runtime_error if a digit leaves its range.
mpz_class value_of(const TrialParameter& parameter, std::span<const uint32_t> words);

}  // namespace limbsmith::catalogue
