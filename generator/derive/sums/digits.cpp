#include "derive/sums/digits.hpp"

#include <algorithm>
#include <bit>

#include "derive/sums/carries.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;

// Whether an instruction reads the source as a factor, or shifts or masks it.
bool is_factor(const ir::Instruction& in, size_t source) {
    switch (in.op) {
        case Opcode::mul_lo:
        case Opcode::mul_hi:
        case Opcode::bit_and:
        case Opcode::shl:
        case Opcode::shr:
        case Opcode::shf_l:
        case Opcode::shf_r: return true;
        case Opcode::mad_lo:
        case Opcode::mad_hi: return source < 2;
        default: return false;
    }
}

enum class Readers { none, factors, sums };

// A word that an algorithm calls opaque is a quotient digit: sums read multiples of it.
bool is_opaque(const ir::Program& program, ir::Word word) {
    return std::ranges::any_of(program.outline.claims, [&](const ir::Claim& claim) {
        return claim.kind == ir::Claim::Kind::opaque && claim.number[0].factors[0].word == ir::Operand(word);
    });
}

// Whether its lowest k bits are read, and those above them: then all of it stays.
bool is_split(const ir::Program& program, const ir::Operand& word) {
    const auto reads = [&](const ir::Instruction& in) { return in.src[0] == word; };
    return std::ranges::any_of(program.body, [&](const ir::Instruction& low) {
        if (low.op != Opcode::bit_and || !reads(low) || low.src[1].is_word) return false;
        const uint32_t mask = low.src[1].value;
        const ir::Operand k(static_cast<uint32_t>(std::countr_one(mask)));
        return std::has_single_bit(mask + 1) && std::ranges::any_of(program.body, [&](const auto& high) {
                   return reads(high) && ((high.op == Opcode::shf_r && high.src[2] == k) ||
                                          (high.op == Opcode::shr && high.src[1] == k));
               });
    });
}

Readers readers(const ir::Program& program, ir::Word word) {
    if (is_opaque(program, word)) return Readers::factors;
    if (is_split(program, ir::Operand(word))) return Readers::sums;
    Readers result = Readers::none;
    for (const ir::Instruction& in : program.body) {
        for (size_t k = 0; k < in.src.size(); ++k) {
            if (in.src[k] != ir::Operand(word) || k >= static_cast<size_t>(ir::arity(in.op))) continue;
            if (!is_factor(in, k)) return Readers::sums;
            result = Readers::factors;
        }
    }
    for (const ir::Output& output : program.outputs) {
        if (std::ranges::find(output.words, ir::Operand(word)) != output.words.end()) result = Readers::sums;
    }
    return result;
}

// Whether instruction i is among the lowest of its carry chain, whose words all leave, and some word above stays; if
// nothing reads the word, some word above is read.
bool is_low(const ir::Program& program, size_t i) {
    const auto leaves = [&](size_t k) { return readers(program, program.body[k].dst) != Readers::sums; };
    const Readers least =
        readers(program, program.body[i].dst) == Readers::none ? Readers::factors : Readers::sums;
    std::optional<ir::Flag> flag = program.body[i].flag_out;
    bool stays = false;
    for (size_t k = i + 1; flag && k < program.body.size(); ++k) {
        if (program.body[k].flag_in != flag) continue;
        stays = stays || readers(program, program.body[k].dst) >= least;
        flag = program.body[k].flag_out;
    }
    return stays && std::ranges::all_of(chain(program, i), leaves);
}

// Whether another instruction reads the high half of the product that instruction i forms.
bool has_high_half(const ir::Program& program, size_t i) {
    const auto& [x, y, z] = program.body[i].src;
    return std::ranges::any_of(program.body, [&, &x = x, &y = y](const ir::Instruction& in) {
        return (in.op == Opcode::mul_hi || in.op == Opcode::mad_hi) &&
               ((in.src[0] == x && in.src[1] == y) || (in.src[0] == y && in.src[1] == x));
    });
}

// Low halves of products whose high half nothing reads are quotient digits, and so is -t where instruction i adds it to
// t. From here on they are values of their own: the words that they clear are 0.
void keep_digits(Search& search, size_t i) {
    const auto& [x, y, z] = search.program.body[i].src;
    for (size_t k = 0; k < i; ++k) {
        const ir::Instruction& in = search.program.body[k];
        const bool is_negative = in.op == Opcode::sub && in.src[0].is_zero() && !in.flag_in && !in.flag_out;
        const ir::Operand word(in.dst);
        if (is_negative && ((word == x && in.src[1] == y) || (word == y && in.src[1] == x))) {
            search.forget(search.builder.meaning.word(in.dst.id));
            // base·borrow = t + digit
            search.define(*carry_of(search, k), search.builder.given({Given::Of::instruction, k, 0}), 2 * k);
        }
        if (in.op != Opcode::mul_lo || has_high_half(search.program, k)) continue;
        Replaced low(Polynomial::of(search.builder.meaning.word(in.dst.id)));
        search.replace(low, 2 * k);
        const bool is_whole = std::ranges::any_of(search.halves, [&](const Halves& half) {
            return search.definitions.contains(half.high) &&
                   std::ranges::any_of(low.zeros, [&](auto& used) { return used.fact == half.zero; });
        });
        if (!is_whole) search.forget(search.builder.meaning.word(in.dst.id));
    }
}

}  // namespace

void resolve_digit(Search& search, size_t i) {
    const ir::Program& program = search.program;
    const ir::Instruction& in = program.body[i];
    const Variable word = search.builder.meaning.word(in.dst.id);
    if (in.op == Opcode::mul_lo && readers(program, in.dst) == Readers::factors &&
        has_high_half(program, i)) {
        for (const Halves& half : search.halves) {
            const auto low = search.replace(Polynomial::of(word));
            if (low.zeros.size() < 2 || low.zeros[1].fact != half.zero) continue;
            const Polynomial& equation = search.builder.fact(half.zero);
            for (const auto& [monomial, coefficient] : equation.terms()) {
                if (coefficient == -1 && monomial.size() == 1) search.forget(monomial[0]);
            }
            search.define(half.high, half.zero, 2 * i);
            return;
        }
    }
    if (!in.flag_out || ir::flag_kind(in.op) != ir::FlagKind::carry || !is_low(program, i)) return;
    const bool is_read = readers(program, in.dst) != Readers::none;
    const auto zero = is_read ? std::nullopt : search.zero(Polynomial::of(word), i);
    search.forget(word);
    search.define(search.builder.meaning.flag(in.flag_out->id),
                  search.builder.given({Given::Of::instruction, i, 0}), 2 * i + 1);
    if (!zero) return;
    search.define(word, *zero, 2 * i);
    keep_digits(search, i);
}

}  // namespace limbsmith::derive
