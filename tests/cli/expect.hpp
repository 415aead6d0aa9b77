// Expectations on commands: a command does its work, or it refuses and leaves everything unchanged.
#pragma once

#include <gmpxx.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cli/process.hpp"

namespace limbsmith::test {

// The exit codes of design.md.
enum ExitCode { exit_done = 0, exit_failed = 1, exit_usage = 2, exit_unsupported = 3, exit_wrong = 4 };

// Checks that the command ends with exit code 0. Returns its stdout.
std::string done(const TempFolder& folder, const Arguments& arguments, const std::string& input = "");

// Checks that the command ends with `code`, prints nothing on stdout and every one of `parts` on stderr, and
// leaves the files of its folder unchanged, without new ones. Returns its stderr.
std::string refused(const TempFolder& folder, const Arguments& arguments, int code,
                    std::initializer_list<std::string_view> parts, const std::string& input = "");

bool contains(std::string_view text, std::string_view part);
// The number of times that `part` occurs.
size_t occurrences(std::string_view text, std::string_view part);

// The numbers of a text, one a line, decimal or 0x.
std::vector<mpz_class> numbers(const std::string& text);
// The columns of a text: one for each number of a line.
std::vector<std::vector<mpz_class>> columns(const std::string& text);
// Numbers as text, one a line in hexadecimal.
std::string lines(const std::vector<mpz_class>& numbers);
mpz_class power_of_2(unsigned exponent);

}  // namespace limbsmith::test
