#include "proof/contract_bits.hpp"

#include <gmpxx.h>

#include <algorithm>

namespace limbsmith::proof {
namespace {

using ir::Expr;
using Kind = ir::Expr::Kind;

// The bits of a number, each known or not; all higher bits are zero.
using Bits = std::vector<Bit>;

struct UnknownBits {};  // the value depends on unknown bits

// A contract evaluated on words of which some bits are known.
class ContractBits {
  public:
    ContractBits(const ir::Program& program, const std::vector<BitWord>& words)
        : program_(program), words_(words) {}

    bool holds() const {
        try {
            return is_in_range() && number(*program_.contract.left) == number(*program_.contract.right);
        } catch (const UnknownBits&) {
            return false;
        }
    }

  private:
    bool is_in_range() const {
        return std::ranges::all_of(program_.contract.ensures, [&](const ir::Bound& bound) {
            const mpz_class value = number(Expr{Kind::name, bound.name});
            return value >= (bound.at_least ? number(*bound.at_least) : mpz_class(0)) &&
                   value < number(*bound.below) && bound.step == 1;
        });
    }

    template <class Words>
    void append(const Words& words, Bits& bits) const {
        for (ir::Operand word : words) {
            const BitWord more = bits_of(word, words_);
            bits.insert(bits.end(), more.begin(), more.end());
        }
    }

    Bits bits(const Expr& e) const {
        Bits result;
        if (e.kind == Kind::name) {
            const auto is_it = [&](const auto& parameter) {
                return parameter.name == e.text && !parameter.representation.is_signed();
            };
            const auto input = std::ranges::find_if(program_.inputs, is_it);
            const auto output = std::ranges::find_if(program_.outputs, is_it);
            if (input != program_.inputs.end()) {
                append(input->words, result);
            } else if (output != program_.outputs.end()) {
                append(output->words, result);
            } else {
                throw UnknownBits{};
            }
        } else if (e.kind == Kind::bit_or) {
            const Bits x = bits(*e.left), y = bits(*e.right);
            for (size_t i = 0; i < std::max(x.size(), y.size()); ++i)
                result.push_back((i < x.size() ? x[i] : Bit()) | (i < y.size() ? y[i] : Bit()));
        } else if (e.kind == Kind::integer) {
            for (uint64_t rest = e.number; rest > 0; rest /= 2) result.push_back(Bit::of(rest % 2 == 1));
        } else if (e.kind == Kind::mul && is_same(*e.left, *ir::integer(2))) {
            result = bits(*e.right);
            result.insert(result.begin(), Bit());
        } else if (e.kind == Kind::div && e.right->kind == Kind::exp2) {
            result = bits(*e.left);
            const mpz_class count = number(*e.right->left);
            const size_t dropped = count < result.size() ? count.get_ui() : result.size();
            result.erase(result.begin(), result.begin() + static_cast<long>(dropped));
        } else if (e.kind == Kind::mod && e.right->kind == Kind::exp2) {
            result = bits(*e.left);
            const mpz_class count = number(*e.right->left);
            if (count < result.size()) result.resize(count.get_ui());
        } else {
            throw UnknownBits{};
        }
        return result;
    }

    bool is_nonzero(const Expr& e) const {
        const Bits all = bits(e);
        if (std::ranges::any_of(all, [](Bit bit) { return bit.is(true); })) return true;
        if (std::ranges::all_of(all, [](Bit bit) { return bit.is(false); })) return false;
        throw UnknownBits{};
    }

    mpz_class number(const Expr& e) const {
        switch (e.kind) {
            case Kind::integer: return mpz_class(std::to_string(e.number));
            case Kind::pow2: return mpz_class(1) << e.number;
            case Kind::add: return number(*e.left) + number(*e.right);
            case Kind::sub: return number(*e.left) - number(*e.right);
            case Kind::exp2: return mpz_class(1) << small(*e.left);
            case Kind::if_else: return is_nonzero(*e.left) ? number(*e.right) : number(*e.other);
            default: break;
        }
        mpz_class sum = 0;
        const Bits all = bits(e);
        for (size_t i = 0; i < all.size(); ++i) {
            if (!all[i].is_known()) throw UnknownBits{};
            if (all[i].is(true)) mpz_setbit(sum.get_mpz_t(), i);
        }
        return sum;
    }

    mp_bitcnt_t small(const Expr& e) const {
        const mpz_class value = number(e);
        if (value < 0 || value > UINT16_MAX) throw UnknownBits{};
        return value.get_ui();
    }

    const ir::Program& program_;
    const std::vector<BitWord>& words_;
};

}  // namespace

std::vector<BitWord> named_inputs(const ir::Program& program) {
    std::vector<BitWord> words(program.words);
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) {
            for (int i = 0; i < limb_bits; ++i) words[word.id][i] = Bit::named(word, i);
        }
    }
    return words;
}

bool holds_on(const ir::Program& program, std::vector<BitWord> inputs) {
    run(program, inputs);
    return ContractBits(program, inputs).holds();
}

}  // namespace limbsmith::proof
