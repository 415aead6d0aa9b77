#include "ptx/operand_words.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace limbsmith::ptx {
namespace {

// The expressions of all words of all parameters.
std::vector<std::string> spell(const auto& parameters, const Spelling& spelling) {
    std::vector<std::string> spelled;
    for (const auto& parameter : parameters) {
        for (size_t i = 0; i < parameter.words.size(); ++i) {
            spelled.push_back(spelling(parameter.name, parameter.representation, i));
        }
    }
    return spelled;
}

// For each operand, its index in `words`.
std::vector<size_t> match(const std::vector<AsmOperand>& operands, const std::vector<std::string>& words) {
    std::vector<size_t> positions;
    for (const AsmOperand& operand : operands) {
        const auto found = std::ranges::find(words, operand.expression);
        if (found == words.end()) {
            throw std::runtime_error(operand.expression + " is not a word of the function");
        }
        const auto position = static_cast<size_t>(found - words.begin());
        if (std::ranges::count(positions, position) > 0) {
            throw std::runtime_error(operand.expression + " is an operand twice");
        }
        positions.push_back(position);
    }
    return positions;
}

}  // namespace

OperandWords match_operands(const AsmStatement& statement, const ir::Program& program,
                            const Spelling& spelling) {
    const std::vector<std::string> results = spell(program.outputs, spelling);
    OperandWords matched{match(statement.inputs, spell(program.inputs, spelling)),
                         match(statement.outputs, results)};
    if (matched.writes.size() != results.size()) {
        throw std::runtime_error("a word of the result is not an operand");
    }
    return matched;
}

}  // namespace limbsmith::ptx
