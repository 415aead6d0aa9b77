#include "derive/divsteps/word_inverses.hpp"

#include <algorithm>

#include "derive/search/argument.hpp"
#include "derive/search/factors.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {
namespace {

using ir::Opcode;
using WordInverse = Search::WordInverse;

// w·w = 1 - 8·h: w = 1 + 2·half and half = 2·q + r, so w·w = 1 + 8·(2·q² + 2·q·r + q + r).
WordInverse itself(Search& search, Variable word, const Search::Odd& odd) {
    Builder& builder = search.builder;
    const Polynomial w = Polynomial::of(word), half = Polynomial::of(odd.half);
    const Builder::Quotient by = builder.divide(half, 2);
    const Polynomial q = Polynomial::of(by.quotient), r = Polynomial::of(by.rest);
    const Id square = square_of_bit(builder, r, by.least, by.most);
    const Polynomial two = 2;
    const Named h = name(builder, minus_one * (two * q * q + two * q * r + q + r));
    // half² + half = 4·q² + 4·q·r + 2·q + 2·r + (r² - r)
    const Id zero = sum_of(builder, multiple(odd.zero, w + one + two * half) +
                                        multiple(by.zero, Polynomial(4) * (half + two * q + r + one)) +
                                        multiple(square, 4) + multiple(h.zero, 8));
    return {word, word, 8, Polynomial::of(h.value), zero};
}

// Whether it is 2 - x or -x·y + 2.
bool is_two_minus(const ir::Program& program, const ir::Operand& z) {
    const auto found =
        std::ranges::find_if(program.body, [&](const auto& in) { return ir::Operand(in.dst) == z; });
    if (found == program.body.end()) return false;
    return (found->op == Opcode::sub && found->src[0] == ir::Operand(2u)) ||
           (found->op == Opcode::mad_lo && found->src[2] == ir::Operand(2u));
}

// x·inverse = 1 modulo the base for every inverse of x that the contract has; a word y with w·y = 1 - base·h is the same,
// if x is w modulo the base.
void equate(Search& search, const WordInverse& by) {
    const Polynomial w = Polynomial::of(by.x), y = Polynomial::of(by.y);
    for (const Search::ContractInverse& of : search.inverses) {
        const bool is_same = std::ranges::all_of((of.x - w).terms(), [&](const auto& term) {
            return mpz_divisible_p(term.second.get_mpz_t(), search.base.get_mpz_t()) != 0;
        });
        if (!is_same || of.m != search.base || search.definitions.contains(of.inverse)) continue;
        // inverse - y = inverse·(1 - w·y) - y·(1 - w·inverse)
        const Polynomial inverse = Polynomial::of(of.inverse);
        Replaced difference(inverse - y);
        difference.zeros = {{by.zero, minus_one * inverse}, {of.zero, y}};
        difference.rest =
            difference.polynomial + inverse * search.builder.fact(by.zero) - y * search.builder.fact(of.zero);
        const auto zero = search.zero_of(difference);
        if (zero) search.define(of.inverse, *zero, last_rank);
    }
}

}  // namespace

std::optional<WordInverse> next_inverse(Search& search, const WordInverse& before, size_t i) {
    const ir::Program& program = search.program;
    const ir::Instruction& in = program.body[i];
    Builder& builder = search.builder;
    const auto reads = [&](int place) {
        return in.src[place].is_word && builder.meaning.word(in.src[place].value) == before.y &&
               is_two_minus(program, in.src[1 - place]);
    };
    if (in.op != Opcode::mul_lo || (!reads(0) && !reads(1))) return std::nullopt;
    const Variable result = builder.meaning.word(in.dst.id);
    const Polynomial w = Polynomial::of(before.x), y = Polynomial::of(before.y);
    const Polynomial next = Polynomial::of(result);
    // w·next = 1 - (1 - w·y)² + base·more
    const Replaced product = Argument(search, {before.x, before.y}).replaced(w * next);
    const Polynomial error = one - w * y, rest = product.rest - one + error * error;
    Polynomial more;
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), search.base.get_mpz_t())) return std::nullopt;
        more.add(monomial, coefficient / search.base);
    }
    if (product.scale != 1) return std::nullopt;
    const mpz_class squared = before.weight * before.weight;
    const mpz_class weight = std::min(squared, search.base);
    const Named h = name(builder, Polynomial(mpz_class(squared / weight)) * before.h * before.h -
                                      Polynomial(mpz_class(search.base / weight)) * more);
    // before.zero is weight·h - error
    const Polynomial sum = Polynomial(before.weight) * before.h + error;
    const Id zero = sum_of(builder, Parts{{}, product.zeros} + multiple(before.zero, sum) +
                                        multiple(h.zero, Polynomial(weight)));
    return WordInverse{before.x, result, weight, Polynomial::of(h.value), zero};
}

void resolve_inverse(Search& search, size_t i) {
    if (search.inverses.empty() || search.program.body[i].op != Opcode::mul_lo) return;
    if (search.word_inverses.empty()) {
        for (const auto& [word, odd] : search.odd) search.word_inverses.push_back(itself(search, word, odd));
    }
    for (const WordInverse& before : search.word_inverses) {
        const auto next = next_inverse(search, before, i);
        if (!next) continue;
        search.word_inverses.push_back(*next);
        if (next->weight == search.base) equate(search, *next);
        return;
    }
}

}  // namespace limbsmith::derive
