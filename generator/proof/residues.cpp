#include "proof/residues.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Instruction, ir::Opcode, ir::Operand;

constexpr int most_bits = 8;            // of the modulus
constexpr size_t most_tried_bits = 12;  // of all words together

// Whether the low bits of the result depend on the low bits of the sources alone, as low_bits computes them.
bool is_of_low_bits(const Instruction& in) {
    switch (in.op) {
        case Opcode::add:
        case Opcode::sub:
        case Opcode::mul_lo:
        case Opcode::mad_lo:
        case Opcode::bit_and:
        case Opcode::bit_or:
        case Opcode::bit_xor:
        case Opcode::bit_not: return !in.flag_in;
        default: return false;
    }
}

// The result modulo 2^32 without flags; its low bits are exact.
uint32_t low_bits(Opcode op, uint32_t x, uint32_t y, uint32_t z) {
    switch (op) {
        case Opcode::add: return x + y;
        case Opcode::sub: return x - y;
        case Opcode::mul_lo: return x * y;
        case Opcode::mad_lo: return x * y + z;
        case Opcode::bit_and: return x & y;
        case Opcode::bit_or: return x | y;
        case Opcode::bit_xor: return x ^ y;
        default: return ~x;
    }
}

class Trial {
  public:
    Trial(const ir::Program& program, const ir::Claim& claim) : claim_(claim) {
        std::set<uint32_t> wanted;
        const auto want = [&](Operand operand) {
            if (operand.is_word) wanted.insert(operand.value);
        };
        for (const ir::ClaimSum* sum : {&claim.number, &claim.rest}) {
            for (const ir::ClaimTerm& term : *sum) {
                for (const auto& factor : term.factors) want(factor.word);
            }
        }
        for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) {
            if (!is_of_low_bits(*in) || !wanted.erase(in->dst.id)) continue;
            std::for_each_n(in->src.begin(), ir::arity(in->op), want);
            steps_.push_back(&*in);
        }
        std::ranges::reverse(steps_);
        leaves_.assign(wanted.begin(), wanted.end());
    }

    bool holds(int bits, const std::function<bool(Operand)>& is_odd) {
        if (bits * leaves_.size() > most_tried_bits) return false;
        std::vector<bool> odd;
        for (uint32_t leaf : leaves_) odd.push_back(is_odd(ir::Word{leaf}));
        for (uint32_t choice = 0; choice < 1u << bits * leaves_.size(); ++choice) {
            bool occurs = true;
            for (size_t i = 0; i < leaves_.size(); ++i) {
                const uint32_t word = choice >> bits * i & ((1u << bits) - 1);
                occurs = occurs && (!odd[i] || word & 1);
                value_[leaves_[i]] = word;
            }
            if (occurs && !holds_here()) return false;
        }
        return true;
    }

  private:
    uint32_t value(Operand operand) const {
        return operand.is_word ? value_.at(operand.value) : operand.value;
    }

    mpz_class value(const ir::ClaimSum& sum) const {
        mpz_class result = 0;
        for (const ir::ClaimTerm& term : sum) {
            mpz_class product = term.weight;
            for (const auto& factor : term.factors) product *= value(factor.word);
            result += product;
        }
        return result;
    }

    bool holds_here() {
        for (const Instruction* in : steps_) {
            uint32_t source[3] = {};
            for (int i = 0; i < ir::arity(in->op); ++i) source[i] = value(in->src[i]);
            value_[in->dst.id] = low_bits(in->op, source[0], source[1], source[2]);
        }
        return (value(claim_.number) - value(claim_.rest)) % claim_.modulus == 0;
    }

    const ir::Claim& claim_;
    std::vector<const Instruction*> steps_;
    std::vector<uint32_t> leaves_;
    std::map<uint32_t, uint32_t> value_;  // by word id
};

}  // namespace

bool holds_for_all_residues(const ir::Program& program, const ir::Claim& claim,
                            const std::function<bool(Operand)>& is_odd) {
    // only words, signed or unsigned: no flags, no shifts
    const auto is_of_words = [](const ir::ClaimTerm& term) {
        return std::ranges::all_of(term.factors, [](const auto& factor) {
            return factor.reading != ir::ClaimTerm::Reading::flag && factor.shift == 0;
        });
    };
    if (!std::ranges::all_of(claim.number, is_of_words) || !std::ranges::all_of(claim.rest, is_of_words))
        return false;
    const auto bits = static_cast<int>(mpz_scan1(claim.modulus.get_mpz_t(), 0));
    if (bits == 0 || bits > most_bits || claim.modulus != mpz_class(1) << bits) return false;
    return Trial(program, claim).holds(bits, is_odd);
}

}  // namespace limbsmith::proof
