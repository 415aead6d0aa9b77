#include "proof/cases.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr;

// The first 2^x in an expression, or nullptr.
const Expr* power_in(const Expr* expr) {
    if (!expr || expr->kind == Expr::Kind::exp2) return expr;
    for (const Expr* part : {expr->left.get(), expr->right.get(), expr->other.get()}) {
        if (const Expr* power = power_in(part)) return power;
    }
    return nullptr;
}

const ir::Input* word_input(const ir::Program& program, const Expr& name) {
    for (const ir::Input& input : program.inputs) {
        if (name.kind == Expr::Kind::name && name.text == input.name && input.representation.is_word())
            return &input;
    }
    return nullptr;
}

}  // namespace

std::vector<Equations::Assumptions> cases_of(const ir::Program& program) {
    const Expr* power = power_in(program.contract.right.get());
    if (!power) return {{}};
    const Expr& count = *power->left;
    const bool is_residue = count.kind == Expr::Kind::mod && count.right->kind == Expr::Kind::integer &&
                            std::has_single_bit(count.right->number) && count.right->number > 1 &&
                            count.right->number <= limb_bits;
    const ir::Input* input = word_input(program, is_residue ? *count.left : count);
    if (!input) return {{}};
    const uint32_t word = input->words[0].id;
    std::vector<Equations::Assumptions> cases;
    if (is_residue) {
        const int bits = std::countr_zero(count.right->number);
        for (uint32_t low = 0; low < count.right->number; ++low) cases.push_back({{word, {bits, low}}});
        return cases;
    }
    size_t words = 1;
    for (const ir::Output& output : program.outputs) words = std::max(words, output.words.size());
    const uint32_t values = limb_bits * static_cast<uint32_t>(std::bit_ceil(words));
    for (uint32_t value = 0; value < values; ++value) cases.push_back({{word, {limb_bits, value}}});
    cases.push_back({{word, {std::countr_zero(values), std::nullopt, 1}}});
    return cases;
}

}  // namespace limbsmith::proof
