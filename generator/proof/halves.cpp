#include "proof/halves.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "proof/parts.hpp"
#include "proof/slice.hpp"

namespace limbsmith::proof {
namespace {

// The number as an input. Returns nullopt if an operand is a constant or occurs twice.
std::optional<ir::Input> input_of(const ir::Binding& number) {
    ir::Input input{number.name, ir::number, {}};
    std::set<uint32_t> seen;
    if (number.words.empty()) return std::nullopt;
    for (ir::Operand operand : number.words) {
        if (!operand.is_word || !seen.insert(operand.value).second) return std::nullopt;
        input.words.push_back(operand.word());
    }
    return input;
}

bool is_constant(const ir::Expr& expr) { return expr.kind == ir::Expr::Kind::constant; }
bool is_residue(const ir::Expr& expr) { return expr.kind == ir::Expr::Kind::mod && is_constant(*expr.right); }

}  // namespace

std::optional<std::array<ir::Program, 2>> halves_of(const ir::Program& program) {
    if (program.lemmas.size() != 1 || !program.lemmas[0].is_middle) return std::nullopt;
    const ir::Contract &whole = program.contract, &own = program.lemmas[0].contract;
    const std::vector<ir::Binding>& outputs = program.lemmas[0].outputs;
    if (outputs.size() != 1 || own.ensures.size() != 1 || own.ensures[0].name != outputs[0].name ||
        !is_constant(*own.ensures[0].below) || !whole.givens.empty() || !is_residue(*whole.right))
        return std::nullopt;
    const std::optional<ir::Input> middle = input_of(outputs[0]);
    if (!middle) return std::nullopt;
    const ir::ExprPtr N = whole.right->right, t = ir::var(middle->name) % N;
    const ir::Bound below = own.ensures[0];
    ir::Program first = slice(program, program.inputs, {{middle->name, ir::number, outputs[0].words}},
                              {whole.requires_, t, whole.right, {below}});
    ir::Program second = slice(program, {*middle}, program.outputs, {{below}, whole.left, t, whole.ensures});
    const auto makes_middle = [&](const ir::Instruction& in) {
        return std::ranges::find(middle->words, in.dst) != middle->words.end();
    };
    if (is_open(first) || is_open(second) || std::ranges::any_of(second.body, makes_middle))
        return std::nullopt;
    renumber(first), renumber(second);
    return std::array{std::move(first), std::move(second)};
}

}  // namespace limbsmith::proof
