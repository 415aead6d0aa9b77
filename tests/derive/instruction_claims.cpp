#include "derive/instruction_claims.hpp"

#include <algorithm>
#include <utility>

namespace limbsmith::test {
namespace {

using ir::Claim, ir::ClaimSum, ir::ClaimTerm, ir::Instruction, ir::Opcode, ir::Operand;
using Reading = ClaimTerm::Reading;

const mpz_class base = mpz_class(1) << 32;

ClaimTerm term(const mpz_class& weight, Operand word, Reading reading = Reading::number) {
    return {weight, {{word, reading, 0}}};
}

void append(ClaimSum& sum, const ClaimSum& more, const mpz_class& weight) {
    for (ClaimTerm term : more) term.weight *= weight, sum.push_back(term);
}

class Maker {
  public:
    Maker(const ir::Program& program, Chance& chance) : program_(program), chance_(chance) {}

    Claim claim() {
        const Instruction& last = chance_.of(program_.body);
        Claim claim{Claim::Kind::equal, {}, {}};
        mpz_class weight = 1;
        for (const Instruction* in : chain_to(last)) {
            const auto [number, rest] = sides(*in);
            append(claim.number, number, weight), append(claim.rest, rest, weight);
            weight *= base;
        }
        const bool has_flag = last.flag_out && claim.number.back().factors[0].reading == Reading::flag;
        if (has_flag && chance_.once_in(2)) {
            claim.number.pop_back();
            const bool is_borrow = ir::flag_kind(last.op) == ir::FlagKind::borrow;
            if (is_borrow || chance_.once_in(2))
                claim.number.back().factors[0].reading = Reading::in_twos_complement;
        }
        if (chance_.once_in(2)) change(claim);
        return claim;
    }

  private:
    const Instruction* writer(ir::Flag flag) const {
        return &*std::ranges::find_if(
            program_.body, [&](const Instruction& in) { return in.flag_out && in.flag_out->id == flag.id; });
    }

    std::vector<const Instruction*> chain_to(const Instruction& last) {
        std::vector<const Instruction*> chain{&last};
        while (chain.front()->flag_in && !chance_.once_in(4))
            chain.insert(chain.begin(), writer(*chain.front()->flag_in));
        return chain;
    }

    // The two sides of the instruction's identity: the word, with its flag last.
    std::pair<ClaimSum, ClaimSum> sides(const Instruction& in) const {
        const Operand x = in.src[0], y = in.src[1], z = in.src[2];
        ClaimSum number{term(1, in.dst)}, rest;
        const mpz_class sign = in.op == Opcode::sub ? -1 : 1;
        if (in.flag_in) rest.push_back(term(sign, writer(*in.flag_in)->dst, Reading::flag));
        if (in.flag_out) number.push_back(term(sign * base, in.dst, Reading::flag));
        const auto product = [](const mpz_class& weight, Operand word, Operand mask) {
            return ClaimTerm{weight, {{word}, {mask, Reading::in_twos_complement, 0}}};
        };
        switch (in.op) {
            case Opcode::add: rest.push_back(term(1, x)), rest.push_back(term(1, y)); break;
            case Opcode::sub: rest.push_back(term(1, x)), rest.push_back(term(-1, y)); break;
            case Opcode::mad_lo:
            case Opcode::mad_hi: rest.push_back(term(1, z)); [[fallthrough]];
            case Opcode::mul_lo:
            case Opcode::mul_hi: rest.push_back({1, {{x}, {y}}}); break;
            case Opcode::bit_not: rest = {{base - 1, {}}, term(-1, x)}; break;
            case Opcode::bit_and: rest = {product(-1, x, y)}; break;
            case Opcode::min: rest = {term(1, y)}; break;
            case Opcode::select: rest = {term(1, z), product(-1, y, x), product(1, z, x)}; break;
            default: rest = {term(1, x), term(1, y)};
        }
        return {number, rest};
    }

    void change(Claim& claim) {
        ClaimSum& side = claim.rest.empty() || chance_.once_in(2) ? claim.number : claim.rest;
        ClaimTerm& any = side[chance_.below(side.size())];
        switch (chance_.below(7)) {
            case 0: any.weight = -any.weight; break;
            case 1: any.weight += chance_.once_in(2) ? 1 : -1; break;
            case 2: side.push_back({chance_.once_in(2) ? 1 : -1, {}}); break;
            case 3: side.pop_back(); break;
            case 4: claim.kind = Claim::Kind::at_most; break;
            case 5:
                if (!any.factors.empty()) any.factors[0].reading = static_cast<Reading>(chance_.below(3));
                break;
            default: claim.kind = Claim::Kind::congruent, claim.modulus = mpz_class(1) << chance_.of(bits);
        }
        if (claim.number.empty()) claim.number.push_back(term(1, program_.body[0].dst));
    }

    static constexpr int bits[] = {1, 8, 31, 32, 33, 64};
    const ir::Program& program_;
    Chance& chance_;
};

}  // namespace

Claim instruction_claim(const ir::Program& program, Chance& chance) { return Maker(program, chance).claim(); }

}  // namespace limbsmith::test
