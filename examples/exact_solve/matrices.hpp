// Systems of linear equations A·x = b over the rationals: made at random, with a structure, or read from a file.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace exact_solve {

enum class Kind {
    integers,       // of as many bits, with a sign
    fractions,      // such integers over denominators of up to 16 bits
    zero_pivots,    // integers; elimination without row swaps fails at almost every step
    singular,       // integers; the last row of A is a sum of multiples of the others
    huge_and_tiny,  // between 2^(5·bits) and 2^(-4·bits)
    identity,       // A is the identity
    hilbert,        // a(i, j) = 1/(i + j + 1)
    given           // by a file
};
inline constexpr int kinds = static_cast<int>(Kind::given);  // those that can be made

struct System {
    Kind kind = Kind::given;
    size_t size = 0;                   // n, the number of unknowns
    std::vector<mpq_class> entries{};  // n rows, each of A and then of b: n + 1 columns

    mpq_class& at(size_t row, size_t column) { return entries[row * (size + 1) + column]; }
    const mpq_class& at(size_t row, size_t column) const { return entries[row * (size + 1) + column]; }
};

System make_system(Kind kind, size_t size, unsigned bits, gmp_randclass& random);
// Every second one has random integers, the others the other kinds in turn.
std::vector<System> mixed_systems(size_t count, size_t size, unsigned bits, gmp_randclass& random);

// The determinant of Hilbert's matrix is the inverse of a product of binomial coefficients (D. Hilbert, 1894).
mpq_class hilbert_determinant(size_t size);

// One row a line, of rationals as pool::rational reads them, with blanks between them; # begins a comment. `name` is
// that of the file, in messages.
// Errors: runtime::InputError with the line and the column.
System read_system(const std::string& name, std::string_view content);

}  // namespace exact_solve
