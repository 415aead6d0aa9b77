#include "proof/lowest_bit.hpp"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>

#include "proof/symbolic_bits.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr;
using Kind = ir::Expr::Kind;

// The bits of a number, each known or not; all higher bits are zero.
using Bits = std::vector<Bit>;

struct Unknown {};  // the value depends on unknown bits

// A contract evaluated on words of which some bits are known.
class Case {
  public:
    Case(const ir::Program& program, const std::vector<BitWord>& words) : program_(program), words_(words) {}

    bool holds() const {
        try {
            return is_in_range() && number(*program_.contract.left) == number(*program_.contract.right);
        } catch (const Unknown&) {
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
                throw Unknown{};
            }
        } else if (e.kind == Kind::bit_or) {
            const Bits x = bits(*e.left), y = bits(*e.right);
            for (size_t i = 0; i < std::max(x.size(), y.size()); ++i)
                result.push_back((i < x.size() ? x[i] : Bit()) | (i < y.size() ? y[i] : Bit()));
        } else if (e.kind == Kind::mod && e.right->kind == Kind::exp2) {
            result = bits(*e.left);
            const mpz_class count = number(*e.right->left);
            if (count < result.size()) result.resize(count.get_ui());
        } else {
            throw Unknown{};
        }
        return result;
    }

    bool is_nonzero(const Expr& e) const {
        const Bits all = bits(e);
        if (std::ranges::any_of(all, [](Bit bit) { return bit.is(true); })) return true;
        if (std::ranges::all_of(all, [](Bit bit) { return bit.is(false); })) return false;
        throw Unknown{};
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
            if (!all[i].is_known()) throw Unknown{};
            if (all[i].is(true)) mpz_setbit(sum.get_mpz_t(), i);
        }
        return sum;
    }

    mp_bitcnt_t small(const Expr& e) const {
        const mpz_class value = number(e);
        if (value < 0 || value > UINT16_MAX) throw Unknown{};
        return value.get_ui();
    }

    const ir::Program& program_;
    const std::vector<BitWord>& words_;
};

// The numbers x and y of a contract whose left side is `x | y != 0 ? ... : ...`.
struct Either {
    const ir::Input *x, *y;
};

std::optional<Either> either(const ir::Program& program) {
    const Expr& left = *program.contract.left;
    if (left.kind != Kind::if_else || left.left->kind != Kind::bit_or) return std::nullopt;
    const auto input = [&](const Expr& e) -> const ir::Input* {
        const auto place = std::ranges::find(program.inputs, e.text, &ir::Input::name);
        return e.kind == Kind::name && place != program.inputs.end() ? &*place : nullptr;
    };
    const Either result{input(*left.left->left), input(*left.left->right)};
    if (!result.x || !result.y || result.x->words.size() != result.y->words.size()) return std::nullopt;
    return result;
}

}  // namespace

std::optional<Verdict> prove_by_lowest_bit(const ir::Program& program) {
    const auto numbers = either(program);
    if (!numbers) return std::nullopt;
    std::vector<BitWord> inputs(program.words);
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) {
            for (int i = 0; i < limb_bits; ++i) inputs[word.id][i] = Bit::named(word, i);
        }
    }
    const auto holds = [&] {
        std::vector<BitWord> words = inputs;
        run(program, words);
        return Case(program, words).holds();
    };
    const int count = limb_bits * static_cast<int>(numbers->x->words.size());
    for (int place = 0; place < count; ++place) {
        // all lower bits are 0; here x has a 1, or only y has
        Bit &x = inputs[numbers->x->words[place / limb_bits].id][place % limb_bits],
            &y = inputs[numbers->y->words[place / limb_bits].id][place % limb_bits];
        const Bit any = y;
        bool is_shown = true;
        for (bool of_x : {true, false}) {
            x = Bit::of(of_x), y = of_x ? any : Bit::of(true);
            is_shown = is_shown && holds();
        }
        if (!is_shown) return Verdict{false, fmt::format("not proved for lowest bit {}", place)};
        x = y = Bit::of(false);
    }
    if (!holds()) return Verdict{false, "not proved for zero"};
    return Verdict{true, {}};
}

}  // namespace limbsmith::proof
