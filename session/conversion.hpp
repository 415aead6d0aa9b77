// Arrays of one arithmetic as arrays of another: the steps of resize, remainder and crt.
//
// Promises: only words are moved here; all arithmetic is done by functions of the session, so on a GPU by proved kernels that
// were compared with their contracts. Arrays belong to one session and have as many numbers.
#pragma once

#include <gmpxx.h>

#include "session/state.hpp"

namespace limbsmith::detail {

// Whole numbers of a width, for steps of `of`, which keeps them and their compiled kernels. requires: `of` is a field, or
// not wider.
UInt whole_numbers(const std::shared_ptr<arithmetic_state>& of, int bits);

// The operand of a call that is this number for all.
inline Operand value(const mpz_class& number) { return std::string_view(number.get_str()); }

// The least number that words of the array can not be.
mpz_class bound(const array_state& it);

// Throws InputError unless `from` is of the session of `to`, is not `to`, and has as many numbers.
void require_pair(const char* call, const Array& to, const Array& from);
// Throw InputError unless the `which` of the call are whole numbers, or residues of a field.
void require_whole(const char* call, const char* which, const Array& it);
void require_residues(const char* call, const char* which, const Array& it);
// Throws InputError naming the first number that is not below the limit; waits.
void require_below(const char* call, const Array& from, const mpz_class& limit, stream* on);

// The numbers of residues; other arrays as they are.
Array as_numbers(const Array& of, stream* on);
// to = from, words that are missing are 0, those beyond are left out; residues are put into the form of `to`.
void assign(const Array& to, const Array& from, stream* on);

}  // namespace limbsmith::detail
