#include "support/trace.hpp"

#include <algorithm>

namespace limbsmith::test {
namespace {

using ir::Opcode;

int64_t with_sign(uint32_t word) { return static_cast<int32_t>(word); }

}  // namespace

Trace::Trace(const ir::Program& program, const std::vector<uint32_t>& words)
    : words_(program.words), flags_(program.flags), flag_of_word_(program.words) {
    size_t next = 0;
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) words_[word.id] = words[next++];
    }
    for (const ir::Instruction& in : program.body) run(in);
}

void Trace::run(const ir::Instruction& in) {
    const uint32_t x = word(in.src[0]), y = word(in.src[1]), z = word(in.src[2]);
    const uint64_t c = in.flag_in && flags_[in.flag_in->id] ? 1 : 0, product = uint64_t{x} * y;
    const auto high_with_sign = static_cast<uint32_t>(with_sign(x) * with_sign(y) >> 32);
    const uint64_t both = uint64_t{y} << 32 | x;
    uint64_t result = 0;  // beyond 32 bits: the carry
    switch (in.op) {
        case Opcode::add: result = uint64_t{x} + y + c; break;
        case Opcode::sub: result = (uint64_t{x} - y - c) & 0x1ffffffff; break;
        case Opcode::mul_lo: result = static_cast<uint32_t>(product); break;
        case Opcode::mul_hi: result = product >> 32; break;
        case Opcode::mul_his: result = high_with_sign; break;
        case Opcode::mad_lo: result = (product & UINT32_MAX) + z + c; break;
        case Opcode::mad_hi: result = (product >> 32) + z + c; break;
        case Opcode::mad_his: result = uint64_t{high_with_sign} + z + c; break;
        case Opcode::bit_and: result = x & y; break;
        case Opcode::bit_or: result = x | y; break;
        case Opcode::bit_xor: result = x ^ y; break;
        case Opcode::bit_not: result = ~x; break;
        case Opcode::shl: result = y > 31 ? 0 : x << y; break;
        case Opcode::shr: result = y > 31 ? 0 : x >> y; break;
        case Opcode::sar: result = static_cast<uint32_t>(with_sign(x) >> (y > 31 ? 31 : y)); break;
        case Opcode::shf_l: result = both << z % 32 >> 32; break;
        case Opcode::shf_r: result = static_cast<uint32_t>(both >> z % 32); break;
        case Opcode::select: result = (x & y) | (~x & z); break;
        case Opcode::min: result = std::min(x, y); break;
    }
    words_[in.dst.id] = static_cast<uint32_t>(result);
    if (!in.flag_out) return;
    flags_[in.flag_out->id] = flag_of_word_[in.dst.id] = result >> 32 != 0;
}

mpz_class Trace::value(const ir::ClaimSum& sum) const {
    using Reading = ir::ClaimTerm::Reading;
    mpz_class result = 0;
    for (const ir::ClaimTerm& term : sum) {
        mpz_class product = term.weight;
        for (const auto& [operand, reading, shift] : term.factors) {
            const uint32_t word = this->word(operand);
            switch (reading) {
                case Reading::number: product *= word >> shift; break;
                case Reading::in_twos_complement: product *= mpz_class(static_cast<int32_t>(word)); break;
                case Reading::flag: product *= operand.is_word && flag_of_word_[operand.value] ? 1 : 0; break;
            }
        }
        result += product;
    }
    return result;
}

bool Trace::holds(const ir::Claim& claim) const {
    const mpz_class number = value(claim.number), rest = value(claim.rest);
    switch (claim.kind) {
        case ir::Claim::Kind::at_most: return number <= rest;
        case ir::Claim::Kind::equal: return number == rest;
        case ir::Claim::Kind::within: return number >= 0 && number <= rest;
        case ir::Claim::Kind::congruent: return (number - rest) % claim.modulus == 0;
        case ir::Claim::Kind::opaque: return true;
    }
    return false;
}

}  // namespace limbsmith::test
