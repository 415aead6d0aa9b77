// Numbers on the command line: values; and operands, which are a file of numbers, or `=VALUE` for the same
// number on every line.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>
#include <vector>

#include "files/numbers.hpp"

namespace limbsmith::cli {

// The value of an expression, with the grammar of a modulus, below 2^bits; `what` names it in messages.
// Throws usage_error, unsupported.
mpz_class parse_value(const std::string& expression, int bits, const std::string& what);

inline bool is_value(const std::string& argument) { return argument.starts_with('='); }

// The numbers of a file, or the one number of `=VALUE`, where VALUE is an expression or a string of bytes. Throws
// InputError, usage_error, unsupported.
runtime::Numbers read_operand(const std::string& argument, const runtime::Form& form, runtime::Layout layout);

struct Operand {
    std::string name;
    runtime::Form form;
    std::optional<size_t> modulo{};  // it is reduced modulo the number that this operand has on the same line
};
// All operands of a batch, as many numbers each: files set how many, or else there is one. Throws as read_operand, and
// usage_error or InputError for another number of arguments, and files of different lengths.
std::vector<runtime::Numbers> read_operands(const std::string& operation, std::vector<Operand> operands,
                                            const std::vector<std::string>& arguments,
                                            runtime::Layout layout);

// The same number `count` times. requires: one.count = 1.
runtime::Numbers repeated(const runtime::Numbers& one, size_t count);

// The position of number k of an operand, for messages: `a.txt:17`.
std::string place_of(const std::string& argument, const runtime::Numbers& numbers, size_t k);

}  // namespace limbsmith::cli
