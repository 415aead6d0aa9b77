#include "proof/lowest_bit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "proof/contract_bits.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr;
using Kind = ir::Expr::Kind;

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
    std::vector<BitWord> inputs = named_inputs(program);
    const int count = limb_bits * static_cast<int>(numbers->x->words.size());
    for (int place = 0; place < count; ++place) {
        // all lower bits are 0; here x has a 1, or only y has
        Bit &x = inputs[numbers->x->words[place / limb_bits].id][place % limb_bits],
            &y = inputs[numbers->y->words[place / limb_bits].id][place % limb_bits];
        const Bit any = y;
        bool is_shown = true;
        for (bool of_x : {true, false}) {
            x = Bit::of(of_x), y = of_x ? any : Bit::of(true);
            is_shown = is_shown && holds_on(program, inputs);
        }
        if (!is_shown) return Verdict{false, fmt::format("not proved for lowest bit {}", place)};
        x = y = Bit::of(false);
    }
    if (!holds_on(program, inputs)) return Verdict{false, "not proved for zero"};
    return Verdict{true, {}};
}

}  // namespace limbsmith::proof
