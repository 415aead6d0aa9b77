// Numbers in signed digits (limbsmith/digits.hpp). They have more than one form; the table speaks of their values.
#include "operation/row.hpp"

namespace limbsmith {
namespace {

using E = Evaluation;

// -1, 0 or 1 as a word in two's complement.
mpz_class sign_word(int sign) { return static_cast<uint32_t>((sign > 0) - (sign < 0)); }

Operation of_sign(std::string_view text, std::string_view formula, Meaning meaning) {
    return row(text, formula, Operation::Signs::either, meaning);
}

std::vector<Operation> operations() {
    return {
        row("add a b", "a + b", [](E& e) { e.r() = e.a() + e.b(); }),
        row("sub a b", "a - b", [](E& e) { e.r() = e.a() - e.b(); }),
        row("neg a", "-a", [](E& e) { e.r() = -e.a(); }),
        row("mul a b", "a*b", [](E& e) { e.r() = e.a() * e.b(); }),
        of_sign("compare a b -> #r", "-1 if a < b, 0 if a = b, else 1",
                [](E& e) { e.r() = sign_word(cmp(e.a(), e.b())); }),
        of_sign("sign a -> #r", "-1 if a < 0, 0 if a = 0, else 1",
                [](E& e) { e.r() = sign_word(sgn(e.a())); }),
    };
}

}  // namespace

std::vector<NumberSystem> digits_table() { return {{"digits", "numbers in signed digits", operations()}}; }

}  // namespace limbsmith
